# Prepares the proof that a netlist of map.tcl does what its sources say.
#
#   TOP=module SOURCES="a.sv b.sv" NETLIST=module.v yosys -c synth-scripts/equiv.tcl
#   yosys-abc -c "cec gold.blif gate.blif"
#
# Each flop of the same name on both sides becomes ports: value (.q, an input), next value (.d),
# clock (.c), asynchronous reset (.r) and reset value (.v). So what is left to compare is
# combinational, and resets are compared as well. Memories (MEMORIES: modules with ports only) are
# cut out likewise. A flop without counterpart stays a .latch in the
# BLIF file: there must be none, or the proof says nothing.
yosys -import

proc setting {name default} {
    if {[info exists ::env($name)]} { return $::env($name) }
    return $default
}
set here [file dirname [file normalize [info script]]]
set top  $::env(TOP)

read_liberty [setting LIBERTY /usr/share/qflow/tech/osu018/osu018_stdcells.lib]
if {[setting MEMORIES ""] ne ""} { read_verilog -lib $::env(MEMORIES) }
read_verilog $::env(NETLIST)
hierarchy -check -top $top
procs
flatten
opt_clean
# The library's flop has set and reset; one of them is tied off.
opt_dff -nodffe -nosdff
opt_clean
simplemap
opt_clean
techmap -map $here/flops.v
yosys rename $top gate
design -stash gate

if {[setting MEMORIES ""] ne ""} { read_verilog -lib $::env(MEMORIES) }
read_verilog -sv {*}$::env(SOURCES)
hierarchy -check -top $top
procs
setattr -mod -unset keep_hierarchy
flatten
memory -nomap
memory_map
# Takes away flops that are proved never to change, as the mapping does.
opt_dff -sat
dffunmap
opt_clean
simplemap {t:$*ff*}
techmap -map $here/flops.v
splitnets
yosys rename $top gold
design -copy-from gate -as gate gate

# What goes into a memory becomes outputs, what comes out of it inputs.
expose -shared -evert -evert-dff gold gate
techmap
opt_clean
setundef -zero -undriven
design -save both
foreach side {gold gate} {
    design -load both
    hierarchy -top $side
    write_blif $side.blif
}
