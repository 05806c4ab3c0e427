import type { ReconciliationAlert } from './alert.ts'
import type { Attempt } from './attempt.ts'
import { alertOf } from './contradiction.ts'
import type { Movement } from './execution-records.ts'
import { holdsCardNumber } from './holds-card-number.ts'
import type { ProviderNames } from './provider.ts'
import type { Transaction } from './transaction.ts'

/** The part of a step that stores a provider's names. */
interface Stored {
  readonly attempt?: Attempt
  readonly transaction?: Transaction
  readonly alert?: ReconciliationAlert
}

/**
 * Removes a provider's names from a step, and alerts the operators, if a name contains the number of the card that pays: the
 * gateway stores names and shows them to merchants. The provider's decision still counts.
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
    // A step stores one alert. The provider's next answer raises this one.
    alert: alert ?? alertOf(attempt, { kind: 'CARD_NUMBER_RETURNED', detail: { member } }),
  }
}

function findMember({ state, refs }: ProviderNames, masked: string): 'state' | 'refs' | null {
  if (state !== null && holdsCardNumber(state.reveal(), masked)) return 'state'
  return refs.some((ref) => holdsCardNumber(ref, masked)) ? 'refs' : null
}
