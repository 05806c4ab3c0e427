import type { Part, StepContext } from '../../kit/index.ts'
import { METADATA } from '../outcomes.ts'
import { readState } from '../state.ts'
import { type FoundIntent, getIntent, searchIntents } from './payment.ts'

/** An earlier call, as a message refers to it. */
export interface NamedCall {
  readonly key: string
  readonly state: string | null
  readonly provider_reference: string | null
}

/** Finds the payment of an earlier call: by its names, or by a search if they were lost with an answer. */
export function* findPayment(
  context: StepContext,
  { key, state, provider_reference: reference }: NamedCall,
  account: string | null,
): Part<FoundIntent> {
  const known = readState(state)
  const intent = known?.intent ?? (reference?.startsWith('pi_') ? reference : null)
  if (intent !== null) return yield* getIntent(context, intent, known?.account ?? account)
  const found = yield* searchIntents(context, key, account)
  if (found.kind !== 'list') return { kind: 'ended', end: found }
  const [first] = found.intents.filter(({ metadata }) => metadata[METADATA.key] === key)
  return first ? { kind: 'found', intent: first } : { kind: 'none' }
}

/** Finds the existing payment when its key is used a second time. */
export function* findStanding(context: StepContext, key: string, account: string | null): Part<FoundIntent> {
  return yield* findPayment(context, { key, state: null, provider_reference: null }, account)
}
