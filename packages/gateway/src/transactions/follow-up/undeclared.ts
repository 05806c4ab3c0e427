import type { ManageType } from '@sluice/types/vocabulary'

import type { OrderRefusal } from '../admission/checks.ts'
import type { OperationDeclarations } from '../execution/declarations.ts'
import { moneyOf, openMinor } from '../execution/money.ts'
import type { LockedParent } from './operation.ts'

/** The part of an operation that declarations restrict. */
interface Requested {
  readonly operation: ManageType
  readonly amountMinor: number
  readonly finalCapture: boolean
}

type Subject = Pick<LockedParent, 'parent' | 'captureCount'>

type Rule = (requested: Requested, subject: Subject, declared: OperationDeclarations) => OrderRefusal | null

/** The rules that refuse an operation that the provider's declarations do not support. */
const RULES: Readonly<Record<ManageType, Rule>> = {
  CAPTURE({ amountMinor, finalCapture }, { parent, captureCount }, { capture }) {
    if (capture === null) return undeclared('transaction_type', 'makes no CAPTURE')
    // The provider's terms for this payment can only restrict its declarations.
    const isOnce = !capture.several || parent.may?.captureSeveral === false
    if (isOnce && captureCount > 0) return undeclared('transaction_type', 'captures an authorization once')
    const money = moneyOf(parent)
    if (!capture.partly && money !== null && amountMinor < openMinor(money))
      return undeclared('amount', `captures an authorization as a whole: ${openMinor(money)}`)
    return isOnce && !finalCapture
      ? undeclared('options.final_capture', 'captures an authorization once: final_capture must be true')
      : null
  },
  REFUND({ amountMinor }, { parent }, { refund }) {
    if (refund === null) return undeclared('transaction_type', 'makes no REFUND')
    if (!refund.ofCaptures && parent.transactionType === 'CAPTURE')
      return undeclared('transaction_type', 'refunds no CAPTURE')
    const money = moneyOf(parent)
    if (money === null) return null
    if (!refund.several && money.refundedMinor > 0)
      return undeclared('transaction_type', 'refunds a payment once')
    return !refund.partly && amountMinor < money.capturedMinor
      ? undeclared('amount', `refunds a payment as a whole: ${money.capturedMinor}`)
      : null
  },
  VOID(_, { parent, captureCount }, { void: voidable }) {
    if (voidable.size === 0) return undeclared('transaction_type', 'makes no VOID')
    if (parent.transactionType !== 'AUTHORIZE')
      return voidable.has('taken') ? null : undeclared('transaction_type', 'voids no money that was taken')
    const [scope, what] =
      captureCount > 0
        ? (['rest', 'what captures left of an authorization'] as const)
        : (['authorization', 'an authorization'] as const)
    return voidable.has(scope) ? null : undeclared('transaction_type', `does not void ${what}`)
  },
  INCREMENT: (_, { parent }, { increment }) =>
    increment && parent.may?.increment !== false
      ? null
      : undeclared('transaction_type', 'makes no INCREMENT'),
  EXTEND: (_, { parent }, { extend }) =>
    extend && parent.may?.extend !== false ? null : undeclared('transaction_type', 'makes no EXTEND'),
}

/** Returns the refusal of an operation that the provider is not declared to support; null if it is. */
export function findUndeclared(
  requested: Requested,
  subject: Subject,
  declared: OperationDeclarations,
): OrderRefusal | null {
  return RULES[requested.operation](requested, subject, declared)
}

function undeclared(property: string, what: string): OrderRefusal {
  return { processingCode: '2010', property, message: `the provider of the original ${what}` }
}
