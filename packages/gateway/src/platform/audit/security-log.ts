import type { Clock } from '../../kernel/clock.ts'
import { createTimedCache } from '../../kernel/timed-cache.ts'
import type { AuditEntry } from './audit-entry.ts'
import { type AuditOrigin, describeOrigin } from './audit-origin.ts'

/** What a caller tried, whether it succeeded or not. */
export type SecurityEvent = Pick<AuditEntry, 'merchantId' | 'actor' | 'subject' | 'detail'> & {
  readonly action: 'authentication.accept' | 'authentication.refuse' | 'access.refuse'
}

/** Notes an event; never waits, never fails. */
export type NoteSecurityEvent = (event: SecurityEvent, origin?: AuditOrigin) => void

/** The same event of the same caller is written once in this time, with how often it came meanwhile. */
const QUIET_MS = 60_000

/** Of all callers together, in the same time: who makes up callers fills no disk. */
const ENTRIES_MAX = 300

/** Bounds the memory to some two megabytes. */
const MAX_REMEMBERED = 10_000

interface Window {
  readonly startMs: number
  readonly written: number
  readonly dropped: number
}

/**
 * Writes events into the audit trail, a bounded number of them: strangers can cause refusals without limit. An entry
 * says in `repeated` how often the same was left out since the last one, and in `dropped` how many others were.
 *
 * @param write - commits one entry.
 */
export function createSecurityLog(options: {
  readonly clock: Clock
  readonly write: (entry: AuditEntry) => Promise<void>
  readonly onError: (error: unknown) => void
}): NoteSecurityEvent {
  const { clock, write, onError } = options
  const repeats = createTimedCache<{ readonly untilMs: number; readonly repeated: number }>({
    clock,
    maxEntries: MAX_REMEMBERED,
  })
  let window: Window = { startMs: 0, written: 0, dropped: 0 }

  return (event, origin) => {
    const nowMs = clock.now()
    const where = describeOrigin(origin)
    const { request_id: _each, ...caller } = where
    const key = JSON.stringify([event.action, event.merchantId, event.subject, event.detail, caller])
    const earlier = repeats.get(key)
    if (earlier !== undefined && nowMs < earlier.untilMs) {
      repeats.set(key, { ...earlier, repeated: earlier.repeated + 1 }, earlier.untilMs + QUIET_MS)
      return
    }
    if (nowMs - window.startMs >= QUIET_MS) window = { startMs: nowMs, written: 0, dropped: window.dropped }
    if (window.written === ENTRIES_MAX) {
      window = { ...window, dropped: window.dropped + 1 }
      return
    }
    const { dropped } = window
    window = { ...window, written: window.written + 1, dropped: 0 }
    repeats.set(key, { untilMs: nowMs + QUIET_MS, repeated: 0 }, nowMs + 2 * QUIET_MS)
    const detail = {
      ...event.detail,
      ...where,
      ...(earlier !== undefined && earlier.repeated > 0 ? { repeated: earlier.repeated } : {}),
      ...(dropped > 0 ? { dropped } : {}),
    }
    write({ ...event, detail }).catch(onError)
  }
}
