import type { ReconciliationAlert } from './alert.ts'
import type { Attempt } from './attempt.ts'
import { alertOf } from './contradiction.ts'
import type { Movement } from './execution-records.ts'
import { holdsCardNumber } from './holds-card-number.ts'
import type { ProviderNames } from './provider.ts'
import type { Transaction } from './transaction.ts'

/** What a step makes of a movement and its operators learn. */
interface Stored {
  readonly attempt?: Attempt
  readonly transaction?: Transaction
  readonly alert?: ReconciliationAlert
}

/**
 * What a provider calls a payment is stored, and its merchant sees it: where a name holds the number of the card that pays,
 * the step keeps none of the answer's names, and alerts the operators. What the provider decided counts all the same.
 */
export function withoutCardNumber<Step extends Stored>(from: Movement, step: Step): Step {
  const { attempt, transaction, alert } = step
  const { masked } = from.transaction.paymentMethod
  if (attempt?.names === undefined || masked === null) return step
  const { names, ...unnamed } = attempt
  const member = findMember(names, masked)
  if (member === null) return step
  const { providerReference } = from.attempt
  const processing = transaction?.processing
  return {
    ...step,
    attempt: { ...unnamed, providerReference },
    ...(processing && { transaction: { ...transaction, processing: { ...processing, providerReference } } }),
    // The first of each kind is kept, and this provider writes the number again.
    alert: alert ?? alertOf(attempt, { kind: 'CARD_NUMBER_RETURNED', detail: { member } }),
  }
}

function findMember({ state, refs }: ProviderNames, masked: string): 'state' | 'refs' | null {
  if (state !== null && holdsCardNumber(state.reveal(), masked)) return 'state'
  return refs.some((ref) => holdsCardNumber(ref, masked)) ? 'refs' : null
}
