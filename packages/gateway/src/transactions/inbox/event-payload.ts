import { Secret } from '@sluice/platform/kernel/secret'

import type { ProviderEvent } from '../execution/provider.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import type { EventKey } from './inbox.ts'

/** Returns the sealing purpose of an event's payload, which opens only in its own row. */
export function eventPurpose({ providerId, accountId, id }: EventKey): string {
  return `provider-event/${JSON.stringify([providerId, accountId, id])}`
}

/** Encodes an event for its sealed column. It reveals the provider's state, so the result must be sealed at once. */
export function encodeEvent({ raw, outcome, ...event }: ProviderEvent): Buffer {
  const state = outcome?.names?.state?.reveal() ?? null
  return Buffer.from(
    JSON.stringify({ ...event, outcome, state, raw: Buffer.from(raw).toString('base64') }),
    'utf8',
  )
}

/** Decodes what {@link encodeEvent} wrote. */
export function decodeEvent(payload: Buffer): ProviderEvent {
  const { raw, state, outcome, ...event } = JSON.parse(payload.toString('utf8')) as Written
  return { ...event, outcome: outcome && withState(outcome, state), raw: Buffer.from(raw, 'base64') }
}

type Written = Omit<ProviderEvent, 'raw' | 'outcome'> & {
  readonly raw: string
  readonly state: string | null
  readonly outcome: ProviderOutcome | null
}

function withState(outcome: ProviderOutcome, state: string | null): ProviderOutcome {
  const { names } = outcome
  if (names === undefined) return outcome
  return { ...outcome, names: { refs: names.refs, state: state === null ? null : new Secret(state) } }
}
