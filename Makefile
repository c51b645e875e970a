# pimtee: `make help` lists what can be done.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CONFIG  ?= configs/ascon_aead128.toml
NAME    := $(basename $(notdir $(CONFIG)))
VECTORS := testbenches/vectors/ascon/asconaead128_sp800-232_LWC_AEAD_KAT_128_128.txt
PIMTEE  := cargo run --quiet --package pimtee --

# Programs and the Debian packages that hold them.
TOOLS := verilator:verilator yosys:yosys z3:z3 iverilog:iverilog c++:g++ sta:opensta python3:python3
# Files that are in packages without a program of their own.
FILES := /usr/include/zlib.h:zlib1g-dev /usr/share/qflow/tech/osu018/osu018_stdcells.lib:qflow-tech-osu018
# FuseSoC and PeakRDL's compiler, from PyPI, with everything they need.
VENV     := target/venv
FUSESOC  := testbenches/fusesoc/requirements.txt

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: tools $(VENV)/requirements.txt ## install what a fresh Debian 12 machine lacks (root or sudo)

.PHONY: tools
tools:
	@command -v cargo >/dev/null || { echo "cargo was not found; install Rust 1.89 or newer from https://rustup.rs" >&2; exit 1; }
	@missing=(); \
	for tool in $(TOOLS); do command -v "$${tool%%:*}" >/dev/null || missing+=("$${tool##*:}"); done; \
	for file in $(FILES); do test -e "$${file%%:*}" || missing+=("$${file##*:}"); done; \
	python3 -c "import ensurepip, venv" 2>/dev/null || missing+=(python3-venv); \
	if (( $${#missing[@]} == 0 )); then echo "setup: every tool is there"; exit 0; fi; \
	sudo=(); if (( $$(id -u) != 0 )); then sudo=(sudo); fi; \
	if (( $${#sudo[@]} )) && ! command -v sudo >/dev/null; then echo "not root and no sudo; run as root: apt-get install $${missing[*]}" >&2; exit 1; fi; \
	if ! command -v apt-get >/dev/null; then echo "apt-get was not found; install by hand: $${missing[*]}" >&2; exit 1; fi; \
	echo "setup: installing $${missing[*]}"; \
	"$${sudo[@]}" apt-get update -qq; \
	"$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$${missing[@]}" >/dev/null
$(VENV)/requirements.txt: $(FUSESOC) | tools
	@echo "setup: installing FuseSoC and systemrdl-compiler into $(VENV)"
	@rm -rf $(VENV); python3 -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement $(FUSESOC) || { \
	echo "FuseSoC or systemrdl-compiler cannot be installed from PyPI, see above; run make setup again with a network" >&2; exit 1; }
	@cp $(FUSESOC) $@

.PHONY: demo
demo: tools ## generate the Ascon-AEAD128 core and run the 1089 official vectors through it
	@$(PIMTEE) gen $(CONFIG)
	@$(PIMTEE) kat ascon-aead128 $(VECTORS) --engine rtl --config $(CONFIG) --wave build/waves/$(NAME).fst
	@echo "RTL:      build/$(NAME)/rtl"
	@echo "waveform: build/waves/$(NAME).fst (make wave opens it)"

.PHONY: gen
gen: ## generate every shipped configuration into build/
	@for config in configs/*.toml; do $(PIMTEE) gen "$$config"; done

.PHONY: area
area: ## measure area and timing, of the ASCON cores also FPGA use; rows go to build/area*.json
	@mkdir -p build
	@$(PIMTEE) area $(MEASURED) --json build/area.json
	@$(PIMTEE) area --skip-fpga $(GUARDS) --json build/area_acu.json

.PHONY: picture
picture: ## draw docs/ascon-wave.svg of a run of the core
	@mkdir -p build/waves
	@$(PIMTEE) kat ascon-aead128 docs/ascon-wave.txt --config configs/ascon_aead128.toml --wave build/waves/picture.fst
	@$(PIMTEE) wave docs/ascon-wave.toml build/waves/picture.fst --out docs/ascon-wave.svg

MEASURED := $(wildcard configs/ascon*.toml)
# Access control: large tables, whose FPGA figures nobody compares.
GUARDS   := configs/acu.toml configs/acu_mem.toml configs/fmt.toml configs/acu_ai_paper.toml configs/acu_ssd_paper.toml

.PHONY: figures
figures: picture ## measure, and renew the figures in docs/area.md and the waveform in docs/ascon.md
	@mkdir -p build
	@$(PIMTEE) area $(MEASURED) > build/area.txt
	@$(PIMTEE) area --skip-fpga $(GUARDS) | sed "1i\\\\" >> build/area.txt
	@awk '/^```text$$/ { print; while ((getline line < "build/area.txt") > 0) print line; skip = 1; next } /^```$$/ { skip = 0 } !skip' docs/area.md > build/area.md
	@mv build/area.md docs/area.md

.PHONY: equiv
equiv: ## prove of every module of the ASCON cores and the deny counter that its netlist equals its RTL
	@$(PIMTEE) equiv $(MEASURED) configs/deny_counter.toml

# One configuration of each top that has properties; they name the size that they are proved at.
PROVED := $(patsubst synth-scripts/formal/%.toml,configs/%.toml,$(wildcard synth-scripts/formal/*.toml))

.PHONY: prove
prove: ## prove the properties of the RTL (docs/proofs.md); waveforms of failures go to build/<name>/proofs
	@$(PIMTEE) prove $(PROVED)

.PHONY: planted
planted: ## let each property find every one of its planted bugs
	@$(PIMTEE) prove --planted $(PROVED)

.PHONY: lint
lint: ## rustfmt, clippy, and verilator -Wall on every shipped configuration
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo test --quiet --package pimtee-testbenches --test lint

# Name of a part, then its command. Each prints the time it took.
define part
@start=$$SECONDS; echo "== $(1)"; { $(2); } || exit 1; took=$$((SECONDS - start)); echo "$(1): $$took s" | tee -a $(TIMES)
endef
TIMES := target/verify-times.txt

# All test files of a package. With --workspace every part shares one build.
tests = cargo test --workspace --quiet $(patsubst $(1)/%.rs,--test %,$(wildcard $(1)/*.rs))

# The same without one of them.
tests_but = cargo test --workspace --quiet $(patsubst $(1)/%.rs,--test %,$(filter-out $(1)/$(2).rs,$(wildcard $(1)/*.rs)))

# Random modules of the proof of the back end; make nightly takes more, and make lint lints them.
verify: export PIMTEE_EMITTER_MODULES = 24

.PHONY: verify
verify: ## pass the tests: format, lints, golden models, back end, co-simulation
	@mkdir -p target; : > $(TIMES)
	$(call part,format and clippy,cargo fmt --all --check && cargo clippy --workspace --exclude pimtee-emitter-proof --all-targets --quiet -- -D warnings)
	$(call part,build,cargo test --workspace --quiet --no-run)
	$(call part,unit tests,cargo test --workspace --quiet --lib --bins)
	$(call part,blocks in rust-hdl's simulation,$(call tests,hdl/tests))
	$(call part,golden models and Verilator binding,$(call tests,sim/tests))
	$(call part,back end,$(call tests,gen/tests))
	$(call part,random modules: rust-hdl = Verilator,$(call tests,testbenches/emitter/tests))
	$(call part,command line,cargo test --workspace --quiet --test cli)
	$(call part,co-simulation,$(call tests,testbenches/tests))
	$(call part,area and timing and equivalence and gates,$(call tests_but,synth-scripts/tests,prove))
	$(call part,proofs and planted bugs,cargo test --workspace --quiet --test prove)
	@echo "== what each part took"; cat $(TIMES)

.PHONY: nightly
nightly: verify ## the long runs: more seeds and more cases than make verify
	PROPTEST_CASES=2000 PIMTEE_ALL_VECTORS=1 PIMTEE_ACU_REQUESTS=2000000 cargo test --workspace --quiet $(patsubst testbenches/tests/%.rs,--test %,$(wildcard testbenches/tests/*.rs))
	PIMTEE_SETTINGS=all cargo test --workspace --quiet --test equiv every_module_is_proved
	PIMTEE_PROOFS=all PIMTEE_PLANTED=all cargo test --workspace --quiet --test prove
	PIMTEE_EMITTER_MODULES=240 PIMTEE_EMITTER_SEED=2 cargo test --workspace --quiet --test proof

.PHONY: bench
bench: ## RTL simulation beside C++, time to generate, row operations of the DRAM model
	@$(PIMTEE) bench

.PHONY: wave
wave: ## open the waveform of make demo
	@command -v gtkwave >/dev/null || { echo "gtkwave was not found; install it with: apt-get install gtkwave" >&2; exit 1; }
	@test -e build/waves/$(NAME).fst || { echo "build/waves/$(NAME).fst is not there; run: make demo" >&2; exit 1; }
	gtkwave build/waves/$(NAME).fst build/$(NAME)/$(NAME).gtkw

.PHONY: clean
clean: ## remove build/ and target/
	rm -rf build target
