// SPDX-License-Identifier: MIT OR Apache-2.0
// ascon_smoke: one official vector through ascon_aead, for any SystemVerilog simulator.
//
// Encrypts Count = 700 of the LWC file for Ascon-AEAD128, decrypts the result, then once more with
// a flipped bit in the tag. Prints PASS, or a FAIL line for each thing that is wrong.
//   iverilog -g2012 -s ascon_smoke -o smoke <files of ascon_aead.f> ascon_smoke.sv && vvp smoke
`timescale 1ns / 1ns

module ascon_smoke;

  // Beats hold byte 0 in bits 7 to 0.
  localparam logic [63:0] Key0    = 64'h0706050403020100;
  localparam logic [63:0] Key1    = 64'h0f0e0d0c0b0a0908;
  localparam logic [63:0] Nonce0  = 64'h1716151413121110;
  localparam logic [63:0] Nonce1  = 64'h1f1e1d1c1b1a1918;
  localparam logic [63:0] Ad0     = 64'h0000353433323130;
  localparam logic [63:0] Plain0  = 64'h2726252423222120;
  localparam logic [63:0] Plain1  = 64'h2f2e2d2c2b2a2928;
  localparam logic [63:0] Plain2  = 64'h0000003433323130;
  localparam logic [63:0] Cipher0 = 64'h3ebc9c8eddc61093;
  localparam logic [63:0] Cipher1 = 64'h4312a3bebf0e6c40;
  localparam logic [63:0] Cipher2 = 64'h0000006e4a892c5f;
  localparam logic [63:0] Tag0    = 64'h8f7fca686cab62aa;
  localparam logic [63:0] Tag1    = 64'h6511fc8bff005a8d;

  logic        clk_i, rst_ni, clear_i;
  logic        key_valid_i, key_ready_o;
  logic [63:0] key_data_i;
  logic        nonce_valid_i, nonce_ready_o, nonce_decrypt_i;
  logic [63:0] nonce_data_i;
  logic [1:0]  nonce_variant_i;
  logic        ad_valid_i, ad_ready_o, ad_last_i;
  logic [63:0] ad_data_i;
  logic [7:0]  ad_strb_i;
  logic        text_valid_i, text_ready_o, text_last_i;
  logic [63:0] text_data_i;
  logic [7:0]  text_strb_i;
  logic        out_valid_o, out_ready_i, out_last_o;
  logic [63:0] out_data_o;
  logic [7:0]  out_strb_o;
  logic        tag_valid_o, tag_ready_i;
  logic [63:0] tag_data_o;
  logic        exp_valid_i, exp_ready_o;
  logic [63:0] exp_data_i;
  logic        verdict_valid_o, verdict_ready_i, verdict_ok_o;
  logic        busy_o, key_loaded_o, refused_o;

  ascon_aead dut (.*);

  // What the host has sent and received of the present message.
  int          key_beat, nonce_beat, ad_beat, text_beat, exp_beat, out_beat, tag_beat;
  logic        decrypt, flip, done, verdict;
  logic [63:0] out_words [3];
  logic [63:0] tag_words [2];
  int          failures;

  always #5 clk_i = !clk_i;

  function automatic logic [63:0] plain(input int beat);
    case (beat)
      0: plain = Plain0;
      1: plain = Plain1;
      default: plain = Plain2;
    endcase
  endfunction

  function automatic logic [63:0] cipher(input int beat);
    case (beat)
      0: cipher = Cipher0;
      1: cipher = Cipher1;
      default: cipher = Cipher2;
    endcase
  endfunction

  always_comb begin
    key_valid_i     = rst_ni && key_beat < 2;
    key_data_i      = key_beat == 0 ? Key0 : Key1;
    nonce_valid_i   = rst_ni && key_beat == 2 && nonce_beat < 2;
    nonce_data_i    = nonce_beat == 0 ? Nonce0 : Nonce1;
    nonce_decrypt_i = decrypt;
    nonce_variant_i = 2'd2;
    ad_valid_i      = rst_ni && ad_beat < 1;
    ad_data_i       = Ad0;
    ad_strb_i       = 8'h3f;
    ad_last_i       = 1'b1;
    text_valid_i    = rst_ni && text_beat < 3;
    text_data_i     = decrypt ? cipher(text_beat) : plain(text_beat);
    text_strb_i     = text_beat == 2 ? 8'h1f : 8'hff;
    text_last_i     = text_beat == 2;
    exp_valid_i     = rst_ni && decrypt && exp_beat < 2;
    exp_data_i      = exp_beat == 0 ? Tag0 : Tag1 ^ {63'd0, flip};
    out_ready_i     = 1'b1;
    tag_ready_i     = 1'b1;
    verdict_ready_i = 1'b1;
    clear_i         = 1'b0;
  end

  always @(posedge clk_i) begin
    if (key_valid_i && key_ready_o) key_beat <= key_beat + 1;
    if (nonce_valid_i && nonce_ready_o) nonce_beat <= nonce_beat + 1;
    if (ad_valid_i && ad_ready_o) ad_beat <= ad_beat + 1;
    if (text_valid_i && text_ready_o) text_beat <= text_beat + 1;
    if (exp_valid_i && exp_ready_o) exp_beat <= exp_beat + 1;
    if (out_valid_o && out_ready_i) begin
      out_words[out_beat] <= out_data_o;
      out_beat <= out_beat + 1;
    end
    if (tag_valid_o && tag_ready_i) begin
      tag_words[tag_beat] <= tag_data_o;
      tag_beat <= tag_beat + 1;
      if (tag_beat == 1) done <= 1'b1;
    end
    if (verdict_valid_o && verdict_ready_i) begin
      verdict <= verdict_ok_o;
      done <= 1'b1;
    end
  end

  task automatic compare(input string what, input logic [63:0] got, input logic [63:0] expected);
    if (got !== expected) begin
      $display("FAIL: %s: expected %h, got %h", what, expected, got);
      failures = failures + 1;
    end
  endtask

  // Sends a message and waits for its end, at most 500 cycles.
  task automatic message(input logic is_decryption, input logic flip_tag);
    @(negedge clk_i);
    decrypt = is_decryption;
    flip = flip_tag;
    key_beat = 0;
    nonce_beat = 0;
    ad_beat = 0;
    text_beat = 0;
    exp_beat = 0;
    out_beat = 0;
    tag_beat = 0;
    verdict = 1'bx;
    done = 1'b0;
    for (int cycle = 0; cycle < 500 && !done; cycle++) @(negedge clk_i);
    compare("finished in 500 cycles", {63'd0, done}, 64'd1);
    compare("output beats", out_beat, 64'd3);
  endtask

  initial begin
    clk_i = 1'b0;
    rst_ni = 1'b0;
    failures = 0;
    key_beat = 2;
    nonce_beat = 2;
    ad_beat = 1;
    text_beat = 3;
    exp_beat = 2;
    out_beat = 0;
    tag_beat = 0;
    decrypt = 1'b0;
    flip = 1'b0;
    done = 1'b0;
    repeat (3) @(negedge clk_i);
    rst_ni = 1'b1;
    repeat (2) @(negedge clk_i);

    message(1'b0, 1'b0);
    compare("ciphertext 0", out_words[0], Cipher0);
    compare("ciphertext 1", out_words[1], Cipher1);
    compare("ciphertext 2", out_words[2], Cipher2);
    compare("tag 0", tag_words[0], Tag0);
    compare("tag 1", tag_words[1], Tag1);

    message(1'b1, 1'b0);
    compare("plaintext 0", out_words[0], Plain0);
    compare("plaintext 1", out_words[1], Plain1);
    compare("plaintext 2", out_words[2], Plain2);
    compare("verdict on the right tag", {63'd0, verdict}, 64'd1);
    compare("key after the right tag", {63'd0, key_loaded_o}, 64'd1);

    message(1'b1, 1'b1);
    compare("verdict on a wrong tag", {63'd0, verdict}, 64'd0);
    compare("key after a wrong tag", {63'd0, key_loaded_o}, 64'd0);

    if (failures == 0) $display("PASS");
    $finish;
  end

endmodule
