import type { ManageType } from '@sluice/types/vocabulary'

import type { OutcomeMessage } from '@sluice/provider-protocol'

import type { CallAnswers, CallEnd, CallMessages, CallName } from '../../src/kit/index.ts'

import {
  authorizationOf,
  type Earlier,
  earlierOf,
  newKey,
  operationOf,
  preparationOf,
  type Terms,
} from './messages.ts'
import type { Ask } from './small-gateway.ts'

/** The gateway's final knowledge of a call that may have moved money. */
export type Known =
  | { readonly kind: 'outcome'; readonly outcome: OutcomeMessage; readonly earlier: Earlier }
  | { readonly kind: 'not executed'; readonly reason: string }
  | { readonly kind: 'unresolved'; readonly reason: string }

/** The number of status queries by a gateway before a person has to act. */
const QUESTIONS = 3

/** Prepares and authorizes a card; queries and fences until the outcome is known. */
export async function payByCard(
  ask: Ask,
  terms: Terms,
  card: string,
  more: Partial<CallMessages['authorize']> = {},
): Promise<Known> {
  const key = newKey()
  const type = more.transaction_type ?? 'PURCHASE'
  const prepared = await ask('prepare', preparationOf(terms, key, { transaction_type: type }))
  if (prepared.kind !== 'answer') return { kind: 'not executed', reason: reasonOf(prepared) }
  const before = earlierOf(key, prepared.answer)
  const message = authorizationOf(terms, key, card, {
    ...more,
    prepared: { state: before.state, provider_reference: before.provider_reference },
  })
  return settle(ask, before, await ask('authorize', message, before.state), true)
}

export async function followUp(
  ask: Ask,
  terms: Terms,
  operation: ManageType,
  original: Earlier,
  more: Partial<CallMessages['operate']> = {},
): Promise<Known> {
  const message = operationOf(terms, newKey(), operation, original, more)
  const first = await ask('operate', message, original.state)
  // A follow-up is looked up by repeating it, with its own key.
  let end = first
  for (let tries = 0; end.kind === 'unknown' && tries < QUESTIONS; tries += 1)
    end = await ask('operate', message, original.state)
  return settle(ask, earlierOf(message.idempotency_key, null), end, false)
}

/** A silent call is queried; if it was not executed, it is fenced first. */
export async function settle(
  ask: Ask,
  before: Earlier,
  end: CallEnd<CallAnswers[CallName]>,
  canAsk: boolean,
): Promise<Known> {
  if (end.kind === 'refuse') return { kind: 'not executed', reason: end.reason }
  if (end.kind === 'answer' && 'processing_code' in end.answer && end.answer.processing_code !== '1002')
    return { kind: 'outcome', outcome: end.answer, earlier: earlierOf(before.key, end.answer, before) }
  let reason = reasonOf(end)
  for (let tries = 0; canAsk && tries < QUESTIONS; tries += 1) {
    const found = await ask('find', before, before.state)
    if (found.kind === 'answer' && found.answer.found && found.answer.outcome.processing_code !== '1002') {
      const { outcome } = found.answer
      return { kind: 'outcome', outcome, earlier: earlierOf(before.key, outcome, before) }
    }
    if (found.kind === 'answer' && !found.answer.found) break
    reason = reasonOf(found)
  }
  if (!canAsk) return { kind: 'unresolved', reason }
  const fenced = await ask('fence', before, before.state)
  if (fenced.kind !== 'answer') return { kind: 'unresolved', reason: reasonOf(fenced) }
  if (fenced.answer.result === 'FENCED') return { kind: 'not executed', reason: 'FENCED' }
  if (fenced.answer.result === 'IN_PROGRESS') return { kind: 'unresolved', reason: 'IN_PROGRESS' }
  const { outcome } = fenced.answer
  return { kind: 'outcome', outcome, earlier: earlierOf(before.key, outcome, before) }
}

function reasonOf(end: CallEnd<unknown>): string {
  return end.kind === 'answer' ? `answer ${JSON.stringify(end.answer)}` : end.reason
}
