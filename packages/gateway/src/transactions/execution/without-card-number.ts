import type { ReconciliationAlert } from './alert.ts'
import type { Attempt } from './attempt.ts'
import { alertOf } from './contradiction.ts'
import type { Execution } from './execution-records.ts'
import { holdsCardNumber } from './holds-card-number.ts'
import type { Transaction } from './transaction.ts'

/** The part of a step that stores a provider's names. */
interface Stored {
  readonly attempt?: Attempt
  readonly transaction?: Transaction
  readonly alert?: ReconciliationAlert
}

/**
 * Removes from a step what a provider calls a payment, and alerts the operators, if it contains the number of the card that
 * pays: the gateway stores names and shows them to merchants. The provider's decision still counts. Other numbers of as many
 * digits stay: references look like card numbers now and then.
 */
export function withoutCardNumber<Step extends Stored>(from: Execution, step: Step): Step {
  const { attempt, transaction, alert } = step
  const { masked } = from.transaction.paymentMethod
  if (attempt === undefined || masked === null) return step
  const members = findMembers(attempt, masked)
  const [member] = members
  if (member === undefined) return step
  const kept = removeMembers(from.attempt, attempt, members)
  const { providerReference, referenceNumber } = kept
  const processing = transaction?.processing
  return {
    ...step,
    attempt: kept,
    ...(processing && {
      transaction: {
        ...transaction,
        processing: {
          ...processing,
          providerReference,
          referenceNumber: processing.referenceNumber && referenceNumber,
        },
      },
    }),
    // A step stores one alert. The provider's next answer raises this one.
    alert: alert ?? alertOf(attempt, { kind: 'CARD_NUMBER_RETURNED', detail: { member } }),
  }
}

type Member = 'state' | 'refs' | 'reference_number' | 'network_transaction_id'

function findMembers(attempt: Attempt, masked: string): readonly Member[] {
  const { names, referenceNumber, networkTransactionId } = attempt
  const texts: readonly (readonly [Member, readonly (string | null)[]])[] = [
    ['state', [names?.state?.reveal() ?? null]],
    ['refs', names?.refs ?? []],
    ['reference_number', [referenceNumber]],
    ['network_transaction_id', [networkTransactionId]],
  ]
  return texts
    .filter(([, told]) => told.some((text) => text !== null && holdsCardNumber(text, masked)))
    .map(([member]) => member)
}

/** A state and references are names of one answer: where one of them holds the number, all of them go. */
function removeMembers(before: Attempt, { names, ...attempt }: Attempt, members: readonly Member[]): Attempt {
  const areNamesKept = !members.includes('state') && !members.includes('refs')
  return {
    ...attempt,
    ...(areNamesKept && names ? { names } : {}),
    ...(!areNamesKept && { providerReference: before.providerReference }),
    ...(members.includes('reference_number') && { referenceNumber: null }),
    ...(members.includes('network_transaction_id') && { networkTransactionId: null }),
  }
}
