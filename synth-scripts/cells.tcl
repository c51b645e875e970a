# Writes the cells of a library as plain Verilog, cells.v, for simulators that do not take the
# user-defined primitives of the library's own Verilog.
#
#   yosys -c synth-scripts/cells.tcl
yosys -import

set liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib
if {[info exists ::env(LIBERTY)]} { set liberty $::env(LIBERTY) }
read_liberty $liberty
write_verilog -noattr cells.v
