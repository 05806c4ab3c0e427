import type { Random } from '@sluice/shared/random'

/** Counts instead of drawing random values: no two values are the same, and every run returns the same ones. */
export function createTestRandom(): Random {
  let count = 0
  return {
    bytes(length) {
      count += 1
      return Uint8Array.from({ length }, (_, index) => (count * 31 + index * 17) % 256)
    },
    uuid() {
      count += 1
      return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
    },
  }
}
