const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** `1 day 2 hours`: the parts that are not zero. */
export function formatDuration(seconds: number): string {
  let left = seconds
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]
  })
  return parts.length === 0 ? '0 seconds' : parts.join(' ')
}
