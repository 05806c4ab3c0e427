import { behaviourOf, isLuhn, variantOf } from '../world/test-cards.ts'
import type { CardBehaviour, TwinPayment, World } from '../world/world.ts'
import type { TwinAnswer } from '../http/idempotency.ts'
import { requestShopperStep, decide, orderAnswer } from './results.ts'
import { invalid } from './twin-error.ts'

/** A payment request that passed the contract gate. */
export interface PaymentRequest {
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: { readonly currency: string; readonly value: number }
  readonly paymentMethod: {
    readonly type: string
    readonly number?: string
    readonly expiryMonth?: string
    readonly expiryYear?: string
    readonly cvc?: string
    readonly blikCode?: string
  }
  readonly returnUrl: string
  readonly additionalData?: Readonly<Record<string, string>>
  readonly authenticationData?: { readonly attemptAuthentication?: string }
  readonly threeDS2RequestData?: {
    readonly notificationURL?: string
    readonly threeDSRequestorChallengeInd?: string
  }
  readonly mpiData?: {
    readonly directoryResponse?: string
    readonly tokenAuthenticationVerificationValue?: string
  }
  readonly sessionValidity?: string
  readonly installments?: { readonly value: number }
}

const CARD_TYPES: ReadonlySet<string> = new Set(['scheme', 'networkToken'])

/** Handles `POST /payments`. */
export function createPayment(world: World, request: PaymentRequest): TwinAnswer {
  const { paymentMethod, amount } = request
  if (amount.value <= 0) throw invalid('137', 'Invalid amount specified')
  const isCard = CARD_TYPES.has(paymentMethod.type)
  if (request.installments) checkInstallments(amount.currency, request.installments.value)
  const variant = isCard ? cardVariant(world, request) : paymentMethod.type
  const payment: TwinPayment = {
    psp: world.newPsp(),
    reference: request.reference,
    merchantAccount: request.merchantAccount,
    currency: amount.currency,
    amount: amount.value,
    variant,
    returnUrl: request.returnUrl,
    isManualCapture: request.additionalData?.['manualCapture'] === 'true',
    isPreAuthorised: request.additionalData?.['authorisationType'] === 'PreAuth',
    isPartAllowed: request.additionalData?.['allowPartialAuth'] === 'true',
    expiresAtMs: request.sessionValidity ? Date.parse(request.sessionValidity) : null,
    status: 'awaiting',
    authorised: 0,
    captured: 0,
    refunded: 0,
    step: null,
    behaviour: behaviourFor(world, request),
  }
  world.payments.set(payment.psp, payment)
  if (!isCard) return orderAnswer(world, payment)
  const wantsThreeDs = request.authenticationData?.attemptAuthentication === 'always'
  if (!wantsThreeDs || payment.behaviour.threeDs === 'none') {
    // For cards without their own behavior, an account that requires authentication gets a frictionless one.
    return decide(world, payment, { isAuthenticated: wantsThreeDs || hasProof(request) })
  }
  return requestShopperStep(world, payment, request.threeDS2RequestData?.notificationURL ?? '')
}

/** The numbers of installments that the documentation lists for a country, by its currency. */
const INSTALLMENTS: Readonly<Record<string, (count: number) => boolean>> = {
  BRL: (count) => count >= 1 && count < 100,
  JPY: (count) => count > 1 && count < 100,
  MXN: (count) => [3, 6, 9, 12, 18].includes(count),
}

/** Adyen's own code for it is not published: a connector that follows its declarations never gets here. */
function checkInstallments(currency: string, count: number): void {
  if (INSTALLMENTS[currency]?.(count) !== true) throw invalid('000', 'Invalid number of installments')
}

function hasProof({ mpiData }: PaymentRequest): boolean {
  return (
    mpiData?.tokenAuthenticationVerificationValue !== undefined ||
    mpiData?.directoryResponse === 'Y' ||
    mpiData?.directoryResponse === 'A'
  )
}

/** `threeDSRequestorChallengeInd` of a challenge that is mandated: every issuer shows one. */
const MANDATED = '04'

function behaviourFor(world: World, { reference, paymentMethod, threeDS2RequestData }: PaymentRequest) {
  const at = world.planned.findIndex(({ reference: pattern }) => pattern.test(reference))
  const [planned] = at === -1 ? [] : world.planned.splice(at, 1)
  const behaviour: CardBehaviour = planned?.behaviour ?? behaviourOf(paymentMethod.number ?? '')
  const isMandated = threeDS2RequestData?.threeDSRequestorChallengeInd === MANDATED
  return isMandated && behaviour.threeDs !== 'redirect'
    ? { ...behaviour, threeDs: 'challenge' as const }
    : behaviour
}

/** Checks a card as Adyen does before it contacts the issuer. */
function cardVariant(world: World, { paymentMethod }: PaymentRequest): string {
  const { number = '', expiryMonth = '', expiryYear = '', cvc } = paymentMethod
  if (!isLuhn(number)) throw invalid('101', 'Invalid card number')
  const variant = variantOf(number)
  if (variant === null) throw invalid('102', 'Unable to determine variant')
  const endsAtMs = Date.UTC(Number(expiryYear), Number(expiryMonth), 1)
  if (!/^(0[1-9]|1[0-2])$/.test(expiryMonth) || Number.isNaN(endsAtMs))
    throw invalid('129', 'Expiry Date Invalid')
  if (endsAtMs <= world.nowMs()) throw invalid('131', 'Card expired')
  if (cvc !== undefined && !(variant === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvc))
    throw invalid('103', 'CVC is not the right length')
  return variant
}
