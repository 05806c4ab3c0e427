import { Secret } from '@sluice/shared/secret'

import { type JsonObject, objectOf, parseJsonObject, textOf } from '../kit/index.ts'

/** The action that the shopper must take. */
export interface AwaitedStep {
  readonly kind: 'FINGERPRINT' | 'CHALLENGE' | 'RETURN'
  /** `paymentData` of Adyen's action; null if it had none. */
  readonly paymentData: string | null
  /** `authorisationToken` of Adyen's action; null if it had none. */
  readonly authorisationToken: string | null
  /** `threeDSServerTransID`, with which a challenge result is compared. */
  readonly transId: string | null
}

/** The state of a payment that the gateway stores for the connector. */
export interface PaymentState {
  readonly merchantAccount: string
  /** Outcomes of a cancellation need it, and the call does not contain it. */
  readonly currency: string
  /** Only an uncaptured authorization can be cancelled; everything else is reversed. */
  readonly kind: 'AUTHORIZE' | 'PURCHASE' | 'ORDER'
  /** The pending action; null unless a card payment waits for its shopper. */
  readonly awaited: AwaitedStep | null
  /** Whether Adyen declined the payment: nothing is left to cancel. */
  readonly isDeclined: boolean
}

const KINDS: readonly unknown[] = ['AUTHORIZE', 'PURCHASE', 'ORDER']
const STEPS: readonly unknown[] = ['FINGERPRINT', 'CHALLENGE', 'RETURN']

/** Writes a state as the text that the gateway stores. */
export function writeState({ merchantAccount, currency, kind, awaited, isDeclined }: PaymentState): string {
  return JSON.stringify({
    account: merchantAccount,
    currency,
    kind,
    ...(isDeclined && { declined: true }),
    ...(awaited && {
      awaited: {
        kind: awaited.kind,
        ...(awaited.paymentData && { data: awaited.paymentData }),
        ...(awaited.authorisationToken && { token: awaited.authorisationToken }),
        ...(awaited.transId && { trans: awaited.transId }),
      },
    }),
  })
}

/** Reads a state; null if there is none, or if another connector wrote it. */
export function readState(state: Secret<string> | string | null): PaymentState | null {
  const text = state instanceof Secret ? state.reveal() : state
  const object = text === null ? null : parseJsonObject(text)
  const merchantAccount = textOf(object, 'account')
  const currency = textOf(object, 'currency')
  const kind = object?.['kind']
  if (merchantAccount === null || currency === null || !KINDS.includes(kind)) return null
  return {
    merchantAccount,
    currency,
    kind: kind as PaymentState['kind'],
    awaited: readAwaited(objectOf(object, 'awaited')),
    isDeclined: object?.['declined'] === true,
  }
}

function readAwaited(object: JsonObject | null): AwaitedStep | null {
  const kind = object?.['kind']
  if (!STEPS.includes(kind)) return null
  return {
    kind: kind as AwaitedStep['kind'],
    paymentData: textOf(object, 'data'),
    authorisationToken: textOf(object, 'token'),
    transId: textOf(object, 'trans'),
  }
}
