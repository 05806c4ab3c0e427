import type { ConnectorEvent, ProviderConnector } from '@sluice/connectors/kit'
import { createAmountUnits } from '../amount-units.ts'

import type { EventReading, ProviderEvent, ReadEvents } from '../../transactions/execution/provider.ts'
import { toEvent } from '../http/read-events.ts'

/** A connector's amounts are already minor units of ISO 4217. */
const MINOR_UNITS = createAmountUnits(new Map())

/** Verifies and parses a provider's callbacks with its connector. */
export function createConnectorEvents(
  { readEvents }: Pick<ProviderConnector, 'readEvents'>,
  accounts: readonly string[],
): ReadEvents {
  return (request, { secrets, nowMs }): EventReading => {
    const reading = readEvents(request, { secrets, now: nowMs, accounts })
    switch (reading.kind) {
      case 'refused':
        return reading
      case 'unreadable': {
        const { status, reason } = reading
        return {
          kind: 'unreadable',
          status,
          errors: [{ property: reason, message: 'is not known', params: [reason] }],
        }
      }
      case 'events': {
        const { events, acknowledgement } = reading
        return {
          kind: 'events',
          events: events.map((event) => toProviderEvent(event, nowMs)),
          acknowledgement,
        }
      }
    }
  }
}

function toProviderEvent(event: ConnectorEvent, nowMs: number): ProviderEvent {
  if (event.kind !== 'OUTCOME') return toEvent(event, MINOR_UNITS, nowMs)
  const { outcome, parent_refs: parentRefs = [], ...told } = event
  // The schema of the protocol requires a key; without one the gateway finds the call by the references.
  const named = { ...told, outcome: { ...outcome, idempotency_key: outcome.idempotency_key ?? '' } }
  return { ...toEvent(named, MINOR_UNITS, nowMs), key: outcome.idempotency_key, parentRefs }
}
