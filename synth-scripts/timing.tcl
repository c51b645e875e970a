# Reports the longest path of a netlist of map.tcl.
#
#   TOP=module NETLIST=module.v sta -no_init -no_splash -exit synth-scripts/timing.tcl
#
# The clock is clk_i; inputs come at its edge from a BUFX4, outputs drive 0.05 pF. A design without
# clk_i is timed from its inputs to its outputs. OpenSTA exits with 0 after an error: read its text.
proc setting {name default} {
    if {[info exists ::env($name)]} { return $::env($name) }
    return $default
}

read_liberty [setting LIBERTY /usr/share/qflow/tech/osu018/osu018_stdcells.lib]
if {[setting MEMORIES ""] ne "" && [file size $::env(MEMORIES)] > 0} { read_verilog $::env(MEMORIES) }
read_verilog $::env(NETLIST)
link_design $::env(TOP)
set inputs [list]
set clock  [list]
foreach port [all_inputs] {
    if {[get_property $port full_name] eq "clk_i"} { lappend clock $port } else { lappend inputs $port }
}
create_clock -name clk_i -period 10 {*}$clock
set_input_delay 0 -clock clk_i $inputs
set_output_delay 0 -clock clk_i [all_outputs]
set_driving_cell -lib_cell BUFX4 $inputs
set_load 0.05 [all_outputs]
report_checks -path_delay max -digits 4
