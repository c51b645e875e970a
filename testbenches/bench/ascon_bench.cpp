// SPDX-License-Identifier: MIT OR Apache-2.0
// The C++ side of `pimtee bench`: a hand-written loop at the ports of an Ascon core.
//
// Usage: Vtop <variant> <messages>. Encrypts messages back to back at full speed, and prints the
// cycles, the seconds and a digest of ciphertexts and tags. sim/src/bench.rs does the same in Rust;
// there stands what the messages are.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vtop.h"
#include "verilated.h"

namespace {

constexpr uint64_t kAdBytes = 32;
constexpr uint64_t kTextBytes = 1024;
constexpr uint64_t kPairBytes = 16;

uint64_t message_word(uint64_t stream, uint64_t message, uint64_t index) {
  const uint64_t x = (stream << 56 ^ message << 24 ^ (index + 1)) * 0x9e3779b97f4a7c15;
  return x ^ x >> 29;
}

template <typename T>
void put(T& port, uint64_t stream, uint64_t message, uint64_t byte) {
  port = static_cast<T>(message_word(stream, message, byte / 8) >> 8 * (byte % 8));
}

template <size_t N>
void put(VlWide<N>& port, uint64_t stream, uint64_t message, uint64_t byte) {
  for (size_t i = 0; i < N; i += 2) {
    const uint64_t word = message_word(stream, message, byte / 8 + i / 2);
    port[i] = static_cast<EData>(word);
    port[i + 1] = static_cast<EData>(word >> 32);
  }
}

uint64_t digest = 0xcbf29ce484222325;

void fold(uint32_t word) { digest = (digest ^ word) * 0x100000001b3; }

template <typename T>
void take(const T& port) {
  fold(static_cast<uint32_t>(port));
  if (sizeof(T) == 8) fold(static_cast<uint32_t>(static_cast<uint64_t>(port) >> 32));
}

template <size_t N>
void take(const VlWide<N>& port) {
  for (size_t i = 0; i < N; ++i) fold(port[i]);
}

// The sending end of a stream.
template <typename Data>
struct Source {
  uint64_t stream, bytes, messages;
  CData& valid;
  const CData& ready;
  Data& data;
  CData* last;
  uint64_t message = 0, byte = 0;

  void offer() {
    valid = message < messages;
    put(data, stream, message, byte);
    if (last != nullptr) *last = byte + sizeof(Data) == bytes;
  }

  void move() {
    byte += sizeof(Data);
    if (byte == bytes) {
      byte = 0;
      ++message;
    }
    offer();
  }
};

template <typename Data>
Source<Data> source(uint64_t stream, uint64_t bytes, uint64_t messages, CData& valid,
                    const CData& ready, Data& data, CData* last) {
  Source<Data> made{stream, bytes, messages, valid, ready, data, last};
  made.offer();
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const uint64_t messages = std::strtoull(argv[2], nullptr, 10);
  const auto context = std::make_unique<VerilatedContext>();
  const auto model = std::make_unique<Vtop>(context.get(), "TOP");
  Vtop& top = *model;

  top.rst_ni = 0;
  for (int edge = 0; edge < 4; ++edge) {
    top.clk_i = edge % 2;
    top.eval();
  }
  top.rst_ni = 1;
  top.nonce_variant_i = std::atoi(argv[1]);
  top.ad_strb_i = (1u << sizeof(top.ad_data_i)) - 1;
  top.text_strb_i = (1u << sizeof(top.text_data_i)) - 1;
  top.out_ready_i = 1;
  top.tag_ready_i = 1;
  auto key = source(0, kPairBytes, 1, top.key_valid_i, top.key_ready_o, top.key_data_i, nullptr);
  auto nonce = source(1, kPairBytes, messages, top.nonce_valid_i, top.nonce_ready_o,
                      top.nonce_data_i, nullptr);
  auto ad = source(2, kAdBytes, messages, top.ad_valid_i, top.ad_ready_o, top.ad_data_i,
                   &top.ad_last_i);
  auto text = source(3, kTextBytes, messages, top.text_valid_i, top.text_ready_o, top.text_data_i,
                     &top.text_last_i);

  const uint64_t patience = messages * 100000;
  uint64_t cycles = 0;
  uint64_t tag_bytes = 0;
  const auto start = std::chrono::steady_clock::now();
  while (tag_bytes < messages * kPairBytes) {
    if (cycles == patience) {
      std::fprintf(stderr, "no answer after %llu cycles\n", static_cast<unsigned long long>(cycles));
      return 1;
    }
    top.clk_i = 0;
    top.eval();
    const bool key_moves = key.valid && key.ready;
    const bool nonce_moves = nonce.valid && nonce.ready;
    const bool ad_moves = ad.valid && ad.ready;
    const bool text_moves = text.valid && text.ready;
    if (top.out_valid_o) take(top.out_data_o);
    if (top.tag_valid_o) {
      take(top.tag_data_o);
      tag_bytes += sizeof(top.tag_data_o);
    }
    top.clk_i = 1;
    top.eval();
    if (key_moves) key.move();
    if (nonce_moves) nonce.move();
    if (ad_moves) ad.move();
    if (text_moves) text.move();
    ++cycles;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  model->final();
  std::printf("%llu %.9f %016llx\n", static_cast<unsigned long long>(cycles), took.count(),
              static_cast<unsigned long long>(digest));
  return 0;
}
