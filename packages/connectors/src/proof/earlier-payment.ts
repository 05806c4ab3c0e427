import type { CallEnd, CallMessages, ProviderCallAnswer } from '../kit/index.ts'
import { callOf, type ProofSetting } from './course.ts'
import { outcomeIn } from './evaluate.ts'
import { type EarlierPayment, preparationOf, type ProofTerms } from './proof-messages.ts'

/** Returns the provider's names for a payment after an answer. */
export function earlierOf(before: EarlierPayment, end: CallEnd<ProviderCallAnswer>): EarlierPayment {
  if (end.kind !== 'answer') return before
  const names = outcomeIn(end) ?? ('state' in end.answer || 'refs' in end.answer ? end.answer : null)
  return {
    key: before.key,
    state: names?.state ?? before.state,
    provider_reference: names?.refs?.[0] ?? before.provider_reference,
  }
}

/** Prepares a call, like a gateway at a provider where only a prepared call can be fenced. */
export async function prepareCall(
  { ask, declared, newKey }: ProofSetting,
  terms: ProofTerms,
  key: string,
  following: Pick<CallMessages['prepare'], 'call' | 'transaction_type' | 'type'>,
): Promise<EarlierPayment> {
  const nothing = { key, state: null, provider_reference: null }
  const kind = following.call === 'ORDER' ? 'order' : 'authorization'
  if (declared.declarations.calls[kind]?.fence !== 'cancel-prepared') return nothing
  const message = preparationOf(terms, { own: newKey(), call: key }, following)
  return earlierOf(nothing, await ask(callOf('prepare', message)))
}

/** Returns the members of a prepared call that refer to its preparation. */
export function preparedNames({ state, provider_reference }: EarlierPayment) {
  return state === null && provider_reference === null ? null : { state, provider_reference }
}
