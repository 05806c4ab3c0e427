/**
 * Normalizes a text to Unicode NFC, after checking its length: normalization takes time quadratic in the length.
 *
 * @param maxUnits - the maximum number of UTF-16 code units; one visible character may take several.
 * @returns null for a longer text.
 */
export function normalizeText(text: string, maxUnits: number): string | null {
  return text.length <= maxUnits ? text.normalize('NFC') : null
}
