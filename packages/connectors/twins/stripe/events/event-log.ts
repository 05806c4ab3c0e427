import type { ContractGate } from '../contract/contract-gate.ts'
import type { World } from '../world/world.ts'
import type { EventType } from './event-types.ts'
import type { Webhooks } from './webhooks.ts'

export interface EventLog {
  readonly emit: World['emit']
  /** Ids come from the world, which needs this log first. */
  readonly useIds: (newId: World['newId']) => void
  /** Attributes the events of `run` to a request. */
  readonly during: (request: { id: string; key: string | null }, run: () => object) => object
}

/** Records events and passes them to the webhooks, each with the object as it was at that time. */
export function createEventLog(ports: {
  readonly gate: ContractGate
  readonly webhooks: Webhooks
  readonly apiVersion: string
  readonly nowMs: () => number
}): EventLog {
  let newId: World['newId'] = (prefix) => prefix
  let request: { id: string; key: string | null } | null = null
  return {
    useIds: (given) => (newId = given),
    emit(type: EventType, object: object, previous?: object) {
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: ports.apiVersion,
        created: Math.floor(ports.nowMs() / 1000),
        data: {
          object: structuredClone(object),
          ...(previous && { previous_attributes: structuredClone(previous) }),
        },
        livemode: false,
        pending_webhooks: 1,
        request: { id: request?.id ?? null, idempotency_key: request?.key ?? null },
        type,
      }
      ports.gate.event(type, event)
      ports.webhooks.add(event)
    },
    during(given, run) {
      request = given
      try {
        return run()
      } finally {
        request = null
      }
    },
  }
}
