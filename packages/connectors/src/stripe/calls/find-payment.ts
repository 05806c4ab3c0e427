import { type Part, type StepContext, refuse } from '../../kit/index.ts'
import type { PaymentIntent } from '../objects.ts'
import { METADATA } from '../outcomes.ts'
import { readState } from '../state.ts'
import { type FoundIntent, getIntent, metadataIs, searchIntents } from './payment.ts'

/** An earlier call, as a message names it. */
export interface NamedCall {
  readonly key: string
  readonly state: string | null
  readonly provider_reference: string | null
}

/** The reason that the protocol has for a key that is fenced. */
const FENCED = refuse('FENCED')

/**
 * Finds the payment of an earlier call: by its names, or by a search if they were lost with an answer.
 *
 * @param laterKey - of the call that asks; it may have been fenced.
 */
export function* findPayment(
  context: StepContext,
  { key, state, provider_reference: reference }: NamedCall,
  account: string | null,
  laterKey: string | null = null,
): Part<FoundIntent> {
  const known = readState(state)
  const intent = known?.intent ?? (reference?.startsWith('pi_') ? reference : null)
  if (intent !== null) return yield* getIntent(context, intent, known?.account ?? account)
  const clauses = [
    metadataIs(METADATA.key, key),
    ...(laterKey === null ? [] : [metadataIs(METADATA.fence, laterKey)]),
  ]
  const found = yield* searchIntents(context, clauses.join(' OR '), account)
  if (found.kind !== 'list') return { kind: 'ended', end: found }
  if (laterKey !== null && found.intents.some(({ metadata }) => metadata[METADATA.fence] === laterKey))
    return { kind: 'ended', end: FENCED }
  const [first] = found.intents.filter(({ metadata }) => metadata[METADATA.key] === key)
  return first ? { kind: 'found', intent: first } : { kind: 'none' }
}

/** Looks up what stands under the key of a payment, and whether the key was fenced. */
export function* findStanding(
  context: StepContext,
  key: string,
  account: string | null,
): Part<{ readonly intent: PaymentIntent | null; readonly isFenced: boolean } | null> {
  const query = [metadataIs(METADATA.key, key), metadataIs(METADATA.fence, key)].join(' OR ')
  const found = yield* searchIntents(context, query, account)
  if (found.kind !== 'list') return null
  return {
    intent: found.intents.find(({ metadata }) => metadata[METADATA.key] === key) ?? null,
    isFenced: found.intents.some(({ metadata }) => metadata[METADATA.fence] === key),
  }
}
