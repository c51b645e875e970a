# Maps a design onto the gates of a library, flat but for modules that say keep_hierarchy, and says what it is made of.
#
#   TOP=module SOURCES="a.sv b.sv" yosys -c synth-scripts/map.tcl
#
# MEMORIES is a file with modules that have ports only: they stay as they are.
# With HIERARCHY=1 modules are kept. LIBERTY and CONSTR choose another library and constraint file.
# Leaves TOP.generic (cells of yosys, before the library's), TOP.stat (cells) and TOP.v (the netlist).
yosys -import

proc setting {name default} {
    if {[info exists ::env($name)]} { return $::env($name) }
    return $default
}
set here    [file dirname [file normalize [info script]]]
set top     $::env(TOP)
set liberty [setting LIBERTY /usr/share/qflow/tech/osu018/osu018_stdcells.lib]
set constr  [setting CONSTR $here/osu018.constr]

if {[setting MEMORIES ""] ne ""} { read_verilog -lib $::env(MEMORIES) }
read_verilog -sv {*}$::env(SOURCES)
if {[setting HIERARCHY 0]} {
    synth -top $top
} else {
    # Modules that ask for it keep their boundary.
    synth -flatten -top $top
}
tee -q -o $top.generic stat
dfflibmap -liberty $liberty
abc -liberty $liberty -constr $constr -D 10000
opt_clean -purge
tee -q -o $top.stat stat -liberty $liberty
# OpenSTA takes no `assign {a, b}`: nets are split, and those that nothing reads removed.
splitnets
opt_clean -purge
write_verilog -noattr -noexpr $top.v
