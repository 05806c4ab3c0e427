/** A position in a list that is ordered newest first. Later records come before it, so no page shifts. */
export interface PagePosition {
  readonly createdAtMs: number
  /** Decides between records of one millisecond. */
  readonly id: string
}

/** Ids are printable ASCII. PostgreSQL rejects text with NUL. */
const POSITION = /^([0-9]{1,15})\.([\x21-\x7e]+)$/

/** Writes a place as text that only we read. */
export function encodeCursor({ createdAtMs, id }: PagePosition): string {
  return Buffer.from(`${createdAtMs}.${id}`, 'utf8').toString('base64url')
}

/** Reads a cursor; null for invalid text. */
export function decodeCursor(cursor: string): PagePosition | null {
  const [, createdAtMs, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (createdAtMs === undefined || id === undefined) return null
  const position = { createdAtMs: Number(createdAtMs), id }
  // Base64 decoders ignore unknown characters; a valid cursor reads back as itself.
  return encodeCursor(position) === cursor ? position : null
}
