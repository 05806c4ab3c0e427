import { createHash } from 'node:crypto'

/**
 * Draws some of many by a seed. The same seed draws the same ones, and a larger number draws those and more.
 *
 * @param name - what tells one from every other
 */
export function draw<T>(many: readonly T[], count: number, seed: number, name: (one: T) => string): T[] {
  return many
    .map((one) => ({
      one,
      place: createHash('sha256')
        .update(`${seed} ${name(one)}`)
        .digest('hex'),
    }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one)
}
