import { type SeededRandom, createSeededRandom } from '../../packages/gateway/test/seeded-random.ts'

/**
 * All randomness of a scenario. The value for a name depends only on the seed, the name and the number of earlier
 * draws, so removing a step does not change the others.
 */
export class NamedRandom {
  readonly seed: number
  readonly #drawn = new Map<string, number>()

  constructor(seed: number) {
    this.seed = seed
  }

  /** A separate generator for one event. */
  of(name: string): SeededRandom {
    const before = this.#drawn.get(name) ?? 0
    this.#drawn.set(name, before + 1)
    return createSeededRandom(hash(`${this.seed}/${name}/${before}`))
  }

  /** Returns whether an event with this probability happens; from 0 to 1. */
  happens(name: string, share: number): boolean {
    return share > 0 && this.of(name).next() < share
  }
}

/** Hashes a name with FNV-1a, 32 bits, then mixes the bits, so that similar names have unrelated values. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) {
    value = Math.imul(value ^ text.charCodeAt(place), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return value ^ (value >>> 13)
}
