import { expect, it } from 'vitest'

import { createSystemRandom, systemClock } from './system.ts'

const LENGTHS = [1, 12, 16, 31, 32, 33, 64, 4_096]

it('returns as many bytes as requested, and never the same ones twice', () => {
  const random = createSystemRandom(systemClock)
  const drawn = Array.from({ length: 2_000 }, (_, at) => random.bytes(LENGTHS[at % LENGTHS.length] ?? 0))
  expect(drawn.every((bytes, at) => bytes.length === LENGTHS[at % LENGTHS.length])).toBe(true)
  const long = drawn.filter(({ length }) => length >= 12).map((bytes) => Buffer.from(bytes).toString('hex'))
  expect(new Set(long).size).toBe(long.length)
  // The first 12 bytes of each, so that bytes drawn together do not overlap either.
  expect(new Set(long.map((hex) => hex.slice(0, 24))).size).toBe(long.length)
})

it('returns unique bytes', () => {
  const random = createSystemRandom(systemClock)
  const [one, other] = [random.bytes(32), random.bytes(32)]
  expect(one.buffer.byteLength).toBe(32)
  const before = Buffer.from(other).toString('hex')
  one.fill(0)
  expect(Buffer.from(other).toString('hex')).toBe(before)
  expect([...other].every((byte) => byte === 0)).toBe(false)
})
