import { decodeCursor, type PagePosition } from '../kernel/page-cursor.ts'
import { type RequestRefusal, validationRefusal } from './request-refusal.ts'

/** Where a list goes on. @throws {RequestRefusal} When the cursor is none that a page named. */
export function readCursor(cursor: string): PagePosition {
  const position = decodeCursor(cursor)
  if (position === null) throw cursorRefusal()
  return position
}

export function cursorRefusal(): RequestRefusal {
  return validationRefusal([{ property: 'cursor', message: 'has an invalid format', params: ['cursor'] }])
}
