/**
 * Writes a text in one spelling of its characters (Unicode NFC), once its length was judged: normalizing takes time that
 * grows with the square of the length.
 *
 * @param maxUnits - the most UTF-16 code units that the text may have; a user's character may take several.
 * @returns null for a longer text.
 */
export function normalizeText(text: string, maxUnits: number): string | null {
  return text.length <= maxUnits ? text.normalize('NFC') : null
}
