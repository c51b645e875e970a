// Flops with asynchronous reset, for equiv.tcl: from yosys' cells of one bit to its cells with
// parameters. `expose -evert-dff` of yosys 0.23 takes the reset value of the former for 0, always.
(* techmap_celltype = "$_DFF_NN0_ $_DFF_NN1_ $_DFF_NP0_ $_DFF_NP1_ $_DFF_PN0_ $_DFF_PN1_ $_DFF_PP0_ $_DFF_PP1_" *)
module flop_with_reset (input C, R, D, output Q);
  parameter _TECHMAP_CELLTYPE_ = "";

  \$adff #(
    .WIDTH        (1),
    .CLK_POLARITY (_TECHMAP_CELLTYPE_[31:24] == "P"),
    .ARST_POLARITY(_TECHMAP_CELLTYPE_[23:16] == "P"),
    .ARST_VALUE   (_TECHMAP_CELLTYPE_[15:8] == "1")
  ) _TECHMAP_REPLACE_ (.CLK(C), .ARST(R), .D(D), .Q(Q));
endmodule
