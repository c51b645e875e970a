// Asserts that what a cover statement asks for never happens.
(* techmap_celltype = "$cover" *)
module reach (input A, input EN);
  \$assert never (.A(~A), .EN(EN));
endmodule
