/** The color depths of EMV 3DS, in bits. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1] as const

/** Rounds a screen's color depth down to a valid value of an AReq: 30 → 24. */
export function roundColorDepth(bits: number): number {
  return COLOR_DEPTHS.find((depth) => depth <= bits) ?? 1
}
