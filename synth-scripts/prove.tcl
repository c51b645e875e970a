# Prepares the proof of properties of a design.
#
#   SOURCES="a.sv b.sv formal_top.sv" CUT="decision" KINDS="smt2 reach" yosys -c synth-scripts/prove.tcl
#   yosys-smtbmc -s z3 --unroll -t 10 model.smt2
#   yosys-abc -c "read_aiger reach.aig; fold; bmc3 -a -F 10"
#
# Outputs of the modules in CUT become free, so what is proved holds whatever these do. Wires of the
# formal top with the attribute hierconn become those of the same name inside the design. Of KINDS,
# smt2 is written to model.smt2, aiger to model.aig, and reach to reach.aig, which asserts that no
# cover statement is ever reached, in place of what the design asserts. covers.txt has their number.
# sat proves in yosys itself, by induction over at most DEPTH steps, and leaves what it prints in sat.txt.
yosys -import

proc setting {name default} {
    if {[info exists ::env($name)]} { return $::env($name) }
    return $default
}
set here [file dirname [file normalize [info script]]]
set kinds $::env(KINDS)
proc wanted {kind} { expr {$kind in $::kinds} }

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
# "2 objects.": write_aiger adds one where there is none, so the file does not tell.
tee -q -o covers.txt select -count "t:\$cover"
if {[wanted smt2]} { write_smt2 -wires model.smt2 }
if {[wanted sat]} {
    design -save words
    chformal -cover -remove
    tee -q -o sat.txt sat -tempinduct -prove-asserts -set-assumes -maxsteps [setting DEPTH 1] formal_top
    design -load words
}
if {![wanted aiger] && ![wanted reach]} { return }

# What nobody asks for is not mapped to gates.
if {![wanted aiger]} { chformal -assert -remove }
if {![wanted reach]} { chformal -cover -remove }
setundef -undriven -anyseq
formalff -setundef -clk2ff -ff2anyinit
opt -full
techmap
opt -fast
dffunmap
abc -g AND -fast
opt_clean
design -save gates
if {[wanted aiger]} {
    chformal -cover -remove
    opt_clean
    write_aiger -I -B -zinit model.aig
}
if {[wanted reach]} {
    design -load gates
    chformal -assert -remove
    techmap -map $here/reach.v
    simplemap
    opt_clean
    write_aiger -I -B -zinit reach.aig
}
