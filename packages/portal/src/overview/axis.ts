/** Returns the lines of an axis: none, some round numbers, and the highest at or above the most that is shown. */
export function axisOf(most: number): readonly number[] {
  const step = roundUp(Math.max(1, most) / LINES)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step)
}

/** About as many as fit between bars and figures. */
const LINES = 4

/** 1, 2 or 5, times a power of ten; no fraction of a payment. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, number)))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= number) ?? 10)
}
