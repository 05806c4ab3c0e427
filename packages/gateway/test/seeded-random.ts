/** Reproducible randomness: everything that a run draws follows from its printed seed. */
export interface SeededRandom {
  /** Returns a number of at least 0 and below 1. */
  next(): number
  /** Returns an integer from 0 to `below` - 1. */
  whole(below: number): number
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: the same numbers for the same seed. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number): number => Math.floor(next() * below)
  return { next, whole, pick: <T>(from: readonly T[]) => from[whole(from.length)] as T }
}
