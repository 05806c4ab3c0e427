/**
 * SHA-256 (FIPS 180-4 §6.2), synchronous, for key thumbprints only.
 *
 * WebCrypto's digest is asynchronous and absent on insecure origins, while reading a key set is a plain function that
 * works everywhere. What is hashed here is public; secrets are hashed by the platform or by the portable library.
 */
import type { Bytes } from './bytes.ts'

const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

/** Fractions of the square roots of the first 8 primes (FIPS 180-4 §5.3.3). */
// oxfmt-ignore
const INITIAL_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]

/** Fractions of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
// oxfmt-ignore
const ROUND_CONSTANTS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)

/** @returns 32 bytes. */
export function sha256(message: Uint8Array): Bytes {
  const padded = pad(message)
  const state = Uint32Array.from(INITIAL_STATE)
  for (let offset = 0; offset < padded.byteLength; offset += BLOCK_BYTES) compress(state, padded, offset)

  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => digest.setUint32(index * 4, word))
  return new Uint8Array(digest.buffer)
}

/** One set bit, zeros, then the length in bits as 64-bit integer, up to a whole number of blocks (§5.1.1). */
function pad(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES)
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - LENGTH_BYTES, BigInt(message.length) * 8n)
  return view
}

function compress(state: Uint32Array, block: DataView, offset: number): void {
  const schedule = new Uint32Array(64)
  const word = (index: number): number => schedule[index] ?? 0
  for (let round = 0; round < 64; round++) {
    schedule[round] =
      round < 16
        ? block.getUint32(offset + round * 4)
        : smallSigma(word(round - 2), 17, 19, 10) +
          word(round - 7) +
          smallSigma(word(round - 15), 7, 18, 3) +
          word(round - 16)
  }

  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = h + bigSigma(e, 6, 11, 25) + choice + (ROUND_CONSTANTS[round] ?? 0) + word(round)
    const second = bigSigma(a, 2, 13, 22) + majority
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((register, index) => (state[index] = (state[index] ?? 0) + register))
}

function bigSigma(word: number, first: number, second: number, third: number): number {
  return rotateRight(word, first) ^ rotateRight(word, second) ^ rotateRight(word, third)
}

function smallSigma(word: number, first: number, second: number, shift: number): number {
  return rotateRight(word, first) ^ rotateRight(word, second) ^ (word >>> shift)
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
