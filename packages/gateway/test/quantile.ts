export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** @param share - the quantile, from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
