import { decodeCursor, type PagePosition } from '../kernel/page-cursor.ts'
import { type RequestRefusal, validationRefusal } from './request-refusal.ts'

/** Reads the cursor at which a list continues. @throws {RequestRefusal} When no page returned this cursor. */
export function readCursor(cursor: string): PagePosition {
  const position = decodeCursor(cursor)
  if (position === null) throw cursorRefusal()
  return position
}

export function cursorRefusal(): RequestRefusal {
  return validationRefusal([{ property: 'cursor', message: 'has an invalid format', params: ['cursor'] }])
}
