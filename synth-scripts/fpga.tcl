# Estimates what a design takes of an FPGA: FAMILY is ice40 or ecp5.
#
#   TOP=module SOURCES="a.sv b.sv" FAMILY=ice40 yosys -c synth-scripts/fpga.tcl
#
# Leaves TOP.stat (cells).
yosys -import

read_verilog -sv {*}$::env(SOURCES)
synth_$::env(FAMILY) -top $::env(TOP)
tee -q -o $::env(TOP).stat stat
