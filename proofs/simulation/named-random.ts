import { type SeededRandom, createSeededRandom } from '../../packages/gateway/test/seeded-random.ts'

/**
 * Everything that is left to chance in a scenario. What is drawn for a name depends on the seed, the name and how often it
 * was drawn before, and on nothing else: when a step is left out, the others keep their luck.
 */
export class NamedRandom {
  readonly seed: number
  readonly #drawn = new Map<string, number>()

  constructor(seed: number) {
    this.seed = seed
  }

  /** Dice of its own for something that happens. */
  of(name: string): SeededRandom {
    const before = this.#drawn.get(name) ?? 0
    this.#drawn.set(name, before + 1)
    return createSeededRandom(hash(`${this.seed}/${name}/${before}`))
  }

  /** Whether something happens that happens so often; from 0 to 1. */
  happens(name: string, share: number): boolean {
    return share > 0 && this.of(name).next() < share
  }
}

/** FNV-1a, 32 bits, then mixed: names that differ in one letter have nothing in common. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) {
    value = Math.imul(value ^ text.charCodeAt(place), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return value ^ (value >>> 13)
}
