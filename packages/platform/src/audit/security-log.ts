import type { Clock } from '../kernel/clock.ts'
import { createTimedCache } from '../kernel/timed-cache.ts'
import { addressBlock } from '../http/address-block.ts'
import type { AuditEntry } from './audit-entry.ts'
import { type AuditOrigin, describeOrigin } from './audit-origin.ts'
import { createEntryBudget } from './entry-budget.ts'

/** A caller's attempt, successful or not. */
export type SecurityEvent = Pick<AuditEntry, 'merchantId' | 'actor' | 'subject' | 'detail'> & {
  readonly action: 'authentication.accept' | 'authentication.refuse' | 'access.refuse' | 'user.change-sign-in'
  /** Whether a client or person that exists is concerned. Strangers can cause all other events without end. */
  readonly isAboutKnown: boolean
}

/** Records an event; never waits, never fails. */
export type RecordSecurityEvent = (event: SecurityEvent, origin?: AuditOrigin) => void

/** The same event from the same block of addresses is written once in this time, with its count. */
const QUIET_MS = 60_000

/**
 * The maximum number of entries in the window. Each kind has its own budget: however many refusals strangers cause,
 * logins and refusals of existing clients are recorded. One address block, client or merchant gets only a share of a
 * budget, so that others are recorded too.
 */
const BUDGETS = {
  accepted: { all: 300, share: 100 },
  refusedKnown: { all: 300, share: 30 },
  refusedStranger: { all: 300, share: 30 },
} as const

/** More than all budgets write until the oldest is removed; bounds the memory to some two megabytes. */
const MAX_REMEMBERED = 10_000

/**
 * Writes events into the audit trail, a bounded number of them: strangers can cause refusals without limit. An entry
 * says in `repeated` how often the same was left out since the last one, and in `dropped` how many others of the same kind
 * were.
 *
 * @param write - commits one entry.
 * @decision 0033
 */
export function createSecurityLog(options: {
  readonly clock: Clock
  readonly write: (entry: AuditEntry) => Promise<void>
  readonly onError: (error: unknown) => void
}): RecordSecurityEvent {
  const { clock, write, onError } = options
  const repeats = createTimedCache<{ readonly untilMs: number; readonly repeated: number }>({
    clock,
    maxEntries: MAX_REMEMBERED,
  })
  const budgets = {
    accepted: createEntryBudget(QUIET_MS, BUDGETS.accepted),
    refusedKnown: createEntryBudget(QUIET_MS, BUDGETS.refusedKnown),
    refusedStranger: createEntryBudget(QUIET_MS, BUDGETS.refusedStranger),
  }

  return ({ isAboutKnown, ...event }, origin) => {
    const nowMs = clock.now()
    const where = describeOrigin(origin)
    const { request_id: _each, address = '', ...caller } = where
    const block = addressBlock(address)
    const key = JSON.stringify([event.action, event.merchantId, event.subject, event.detail, caller, block])
    const earlier = repeats.get(key)
    if (earlier !== undefined && nowMs < earlier.untilMs) {
      repeats.set(key, { ...earlier, repeated: earlier.repeated + 1 }, earlier.untilMs + QUIET_MS)
      return
    }
    const kind = kindOf(event.action, isAboutKnown)
    const dropped = budgets[kind].take(nowMs, ownersOf(kind, block, event))
    if (dropped === null) return
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

type Kind = keyof typeof BUDGETS

function kindOf(action: SecurityEvent['action'], isAboutKnown: boolean): Kind {
  if (action === 'authentication.accept' || action === 'user.change-sign-in') return 'accepted'
  return isAboutKnown ? 'refusedKnown' : 'refusedStranger'
}

/** Logins count for no block of addresses: all programs of a data center may come from one. */
function ownersOf(
  kind: Kind,
  block: string,
  { merchantId, subject }: Pick<SecurityEvent, 'merchantId' | 'subject'>,
): readonly string[] {
  const concerned = `concerned ${merchantId ?? subject}`
  if (kind === 'accepted') return [concerned]
  return kind === 'refusedKnown' ? [concerned, `block ${block}`] : [`block ${block}`]
}
