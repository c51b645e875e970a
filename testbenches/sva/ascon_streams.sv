// SPDX-License-Identifier: MIT OR Apache-2.0
// ascon_streams: the rules of the streams of ascon_aead, bound to it.
//
// For every stream: valid stays high until ready, and the data stay as they are meanwhile. The
// streams into the core are rules for its surroundings, those out of it rules for the core. A
// clear or a reset ends every offer.
// Outputs are zero while not valid, and so is every byte of out_data_o that is absent.
module ascon_streams #(
  // Bits of a beat.
  parameter int W = 64
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        key_valid_i,
  input logic        key_ready_o,
  input logic [W-1:0] key_data_i,
  input logic        nonce_valid_i,
  input logic        nonce_ready_o,
  input logic [W-1:0] nonce_data_i,
  input logic        nonce_decrypt_i,
  input logic [1:0]  nonce_variant_i,
  input logic        ad_valid_i,
  input logic        ad_ready_o,
  input logic [W-1:0] ad_data_i,
  input logic [W/8-1:0]  ad_strb_i,
  input logic        ad_last_i,
  input logic        text_valid_i,
  input logic        text_ready_o,
  input logic [W-1:0] text_data_i,
  input logic [W/8-1:0]  text_strb_i,
  input logic        text_last_i,
  input logic        out_valid_o,
  input logic        out_ready_i,
  input logic [W-1:0] out_data_o,
  input logic [W/8-1:0]  out_strb_o,
  input logic        out_last_o,
  input logic        tag_valid_o,
  input logic        tag_ready_i,
  input logic [W-1:0] tag_data_o,
  input logic        exp_valid_i,
  input logic        exp_ready_o,
  input logic [W-1:0] exp_data_i,
  input logic        verdict_valid_o,
  input logic        verdict_ready_i,
  input logic        verdict_ok_o
);

  logic live;
  assign live = rst_ni && !clear_i;

  // Into the core.
  key_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && key_valid_i && !key_ready_o |=> key_valid_i && $stable(key_data_i))
    else $error("key: a beat was withdrawn or changed before it was taken");
  nonce_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && nonce_valid_i && !nonce_ready_o |=>
      nonce_valid_i && $stable({nonce_data_i, nonce_decrypt_i, nonce_variant_i}))
    else $error("nonce: a beat was withdrawn or changed before it was taken");
  ad_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && ad_valid_i && !ad_ready_o |=>
      ad_valid_i && $stable({ad_data_i, ad_strb_i, ad_last_i}))
    else $error("ad: a beat was withdrawn or changed before it was taken");
  text_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && text_valid_i && !text_ready_o |=>
      text_valid_i && $stable({text_data_i, text_strb_i, text_last_i}))
    else $error("text: a beat was withdrawn or changed before it was taken");
  exp_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && exp_valid_i && !exp_ready_o |=> exp_valid_i && $stable(exp_data_i))
    else $error("exp: a beat was withdrawn or changed before it was taken");

  // Out of the core.
  out_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && out_valid_o && !out_ready_i |=>
      out_valid_o && $stable({out_data_o, out_strb_o, out_last_o}))
    else $error("out: a beat was withdrawn or changed before it was taken");
  tag_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && tag_valid_o && !tag_ready_i |=> tag_valid_o && $stable(tag_data_o))
    else $error("tag: a beat was withdrawn or changed before it was taken");
  verdict_stays: assert property (@(posedge clk_i) disable iff (!live)
    live && verdict_valid_o && !verdict_ready_i |=> verdict_valid_o && $stable(verdict_ok_o))
    else $error("verdict: it was withdrawn or changed before it was taken");

  out_quiet: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !out_valid_o |-> {out_data_o, out_strb_o, out_last_o} == '0)
    else $error("out: data show while not valid");
  tag_quiet: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !tag_valid_o |-> tag_data_o == '0)
    else $error("tag: data show while not valid");
  verdict_quiet: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !verdict_valid_o |-> !verdict_ok_o)
    else $error("verdict: ok shows while not valid");

  for (genvar i = 0; i < W / 8; i++) begin : g_lane
    lane_zero: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !out_strb_o[i] |-> out_data_o[8*i +: 8] == 8'd0)
      else $error("out: an absent byte is not zero");
  end

  clear_closes: assert property (@(posedge clk_i) disable iff (!rst_ni)
    clear_i |-> {key_ready_o, nonce_ready_o, ad_ready_o, text_ready_o, exp_ready_o,
                 out_valid_o, tag_valid_o, verdict_valid_o} == 8'd0)
    else $error("clear: a stream is open");

endmodule

bind ascon_aead ascon_streams #(.W($bits(key_data_i))) u_ascon_streams (.*);
