import { parseExpiry } from '../formatting/expiry.ts'
import { unfinished, VALID, wrong, type Verdict } from './field-errors.ts'

/** The time zone in which a month ends last is twelve hours behind UTC. */
const LATEST_ZONE_MS = 12 * 60 * 60 * 1000

/**
 * Validates an expiry date as `MM / YY`; two digits of a year mean 20YY.
 *
 * @param nowMs - Now by the gateway's clock, milliseconds since the epoch. A card is good until its month has ended
 *   everywhere.
 */
export function validateExpiry(formatted: string, nowMs: number): Verdict {
  if (formatted === '') return unfinished('expiry_required')
  const { month, year } = parseExpiry(formatted)
  if (month.length === 2 && !/^(?:0[1-9]|1[0-2])$/.test(month)) return wrong('expiry_month_invalid')
  if (month.length < 2 || year.length !== 2) return unfinished('expiry_incomplete')
  if (!isPast(2000 + Number(year), Number(month), nowMs)) return VALID
  // "20" may be the beginning of 2030.
  return year === '20' ? unfinished('expiry_past') : wrong('expiry_past')
}

function isPast(year: number, month: number, nowMs: number): boolean {
  const now = new Date(nowMs - LATEST_ZONE_MS)
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}
