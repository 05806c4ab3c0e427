import { applyEvent, type ApplyPorts } from './apply-event.ts'
import { retryFailedAt } from './event-schedule.ts'
import type { Applied, ClaimedEvent, EventKey } from './inbox.ts'

export interface ApplyEventsPorts extends ApplyPorts {
  /** Notifies the operators of an event that could not be applied; `isBroken` after the last try. */
  readonly onEventFailure: (event: EventKey, error: unknown, isBroken: boolean) => void
}

/** How many events one round applies; the rest is due in the next. */
const BATCH = 50

/** No other process takes an event that a worker is applying. */
export const EVENT_LEASE_MS = 30_000

/** Applies the events that are due. Returns how many there were. */
export async function applyDueEvents(ports: ApplyEventsPorts): Promise<number> {
  const nowMs = ports.clock.now()
  const due = await ports.inbox.claimDue({ nowMs, untilMs: nowMs + EVENT_LEASE_MS, limit: BATCH })
  await applyEvents(ports, due)
  return due.length
}

/** Applies claimed events. An event that fails is tried again later, and holds up no other. */
export async function applyEvents(ports: ApplyEventsPorts, events: readonly ClaimedEvent[]): Promise<void> {
  await Promise.all(events.map((event) => applyOne(ports, event)))
}

async function applyOne(ports: ApplyEventsPorts, event: ClaimedEvent): Promise<void> {
  let applied: Applied
  try {
    applied = await applyEvent(ports, ports.inbox.open(event))
  } catch (error) {
    const dueAtMs = retryFailedAt(event.failures + 1, ports.clock.now())
    applied = { state: dueAtMs === null ? 'BROKEN' : 'WAITING', dueAtMs, hasFailed: true }
    ports.onEventFailure(event, error, dueAtMs === null)
  }
  await ports.inbox.finish(event, applied)
}
