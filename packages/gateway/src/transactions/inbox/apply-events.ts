import { isDatabaseOutage } from '@sluice/platform/database/database-errors'

import { applyEvent, type ApplyEventPorts } from './apply-event.ts'
import { retryFailedAt } from './event-schedule.ts'
import type { Applied, ClaimedEvent, EventKey } from './inbox.ts'

export interface ApplyEventsPorts extends ApplyEventPorts {
  /** Notifies the operators of an event that could not be applied; `isBroken` after the last try. */
  readonly onEventFailure: (event: EventKey, error: unknown, isBroken: boolean) => void
}

/** The number of events in one round; the next applies the rest. */
const BATCH = 50

const AT_ONCE = 5

/** The lease, during which no other process claims an event that a worker is applying. */
export const EVENT_LEASE_MS = 30_000

/** Applies the events that are due, and returns their number. */
export async function applyDueEvents(ports: ApplyEventsPorts): Promise<number> {
  const nowMs = ports.clock.now()
  const due = await ports.inbox.claimDue({ nowMs, untilMs: nowMs + EVENT_LEASE_MS, limit: BATCH })
  await applyEvents(ports, due)
  return due.length
}

/** Applies claimed events. An event that fails is tried again later, and holds up no other. */
export async function applyEvents(ports: ApplyEventsPorts, events: readonly ClaimedEvent[]): Promise<void> {
  // Payments need database connections, too.
  const waiting = [...events]
  const applyInTurn = async (): Promise<void> => {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift())
      await applyOne(ports, event)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, applyInTurn))
}

async function applyOne(ports: ApplyEventsPorts, event: ClaimedEvent): Promise<void> {
  let applied: Applied
  try {
    applied = await applyEvent(ports, ports.inbox.open(event))
  } catch (error) {
    // The event is not at fault, so its lease expires and it is tried again.
    if (isDatabaseOutage(error)) throw error
    const dueAtMs = retryFailedAt(event.failures + 1, ports.clock.now())
    applied = { state: dueAtMs === null ? 'BROKEN' : 'WAITING', dueAtMs, hasFailed: true }
    ports.onEventFailure(event, error, dueAtMs === null)
  }
  await ports.inbox.finish(event, applied)
}
