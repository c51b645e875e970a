# Prepares the proof of properties of a design.
#
#   SOURCES="a.sv b.sv formal_top.sv" CUT="decision" KIND=smt2|aiger|reach|sat yosys -c synth-scripts/prove.tcl
#   yosys-smtbmc -s z3 --unroll -t 10 model.smt2
#   yosys-abc -c "read_aiger model.aig; fold; bmc3 -F 10"
#
# Outputs of the modules in CUT become free, so what is proved holds whatever these do. Wires of the
# formal top with the attribute hierconn become those of the same name inside the design. KIND reach
# asserts that no cover statement is ever reached, instead of what the design asserts. KIND sat proves by
# induction over at most DEPTH steps itself.
yosys -import

proc setting {name default} {
    if {[info exists ::env($name)]} { return $::env($name) }
    return $default
}
set here [file dirname [file normalize [info script]]]
set kind $::env(KIND)

read_verilog -sv -formal -mem2reg {*}$::env(SOURCES)
hierarchy -check -top formal_top
procs
foreach module [setting CUT ""] { cutpoint $module }
flatten
memory_map
opt -fast
# Printed: a wire that nothing drives is a name that the design does not have.
check -noinit
async2sync
opt -fast
dffunmap
opt_clean
if {$kind eq "smt2"} {
    write_smt2 -wires model.smt2
    return
}
if {$kind eq "sat"} {
    chformal -cover -remove
    sat -tempinduct -prove-asserts -set-assumes -maxsteps [setting DEPTH 1] formal_top
    return
}
if {$kind eq "reach"} {
    chformal -assert -remove
    techmap -map $here/reach.v
} else {
    chformal -cover -remove
}
setundef -undriven -anyseq
formalff -setundef -clk2ff -ff2anyinit
opt -full
techmap
opt -fast
dffunmap
abc -g AND -fast
opt_clean
write_aiger -I -B -zinit model.aig
