/** The colour depths that EMV 3DS knows, in bits. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1] as const

/** Rounds a screen's colour depth down to one that an AReq may say: 30 → 24. */
export function roundColorDepth(bits: number): number {
  return COLOR_DEPTHS.find((depth) => depth <= bits) ?? 1
}
