import { createHash } from 'node:crypto'

/**
 * Draws a sample by a seed. The same seed draws the same items, and a larger number adds further ones.
 *
 * @param name - a unique name of each item
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
