/** The signer's id in the wallet's protocol. */
export const SENDER_ID = 'Google'

const LENGTH_BYTES = 4

/** Builds the signed bytes: each text in UTF-8 after its length in four little-endian bytes. */
export function signedBytes(...texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + LENGTH_BYTES + length, 0))
  let at = 0
  for (const [index, text] of texts.entries()) {
    at = bytes.writeUInt32LE(lengths[index] ?? 0, at)
    at += bytes.write(text, at)
  }
  return bytes
}
