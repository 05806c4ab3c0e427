import type { TwinAnswer } from '../http/idempotency.ts'
import type { TwinPayment, TwinStep, World } from '../world/world.ts'

const REASONS: Readonly<Record<string, string>> = {
  2: 'Refused',
  4: 'Acquirer Error',
  6: 'Expired Card',
  11: '3D Not Authenticated',
  12: 'Not enough balance',
  20: 'FRAUD',
  24: 'CVC Declined',
  38: 'Authentication required',
  39: 'RReq not received from DS',
}

/** Decides a payment, and reports it. */
export function decide(
  world: World,
  payment: TwinPayment,
  {
    isAuthenticated,
    refusal = payment.behaviour.refusal,
  }: { isAuthenticated: boolean; refusal?: string | null },
): TwinAnswer {
  payment.step = null
  // Without the merchant's consent, a partial approval is a refusal of the whole.
  const isPartRefused = payment.behaviour.approvedShare !== undefined && !payment.isPartAllowed
  const reason = refusal ?? (isPartRefused ? '12' : null)
  return reason === null ? approve(world, payment, isAuthenticated) : refuse(world, payment, reason)
}

function approve(world: World, payment: TwinPayment, isAuthenticated: boolean): TwinAnswer {
  const share = payment.behaviour.approvedShare ?? 1
  payment.status = 'authorised'
  payment.authorised = Math.floor(payment.amount * share)
  if (!payment.isManualCapture) payment.captured = payment.authorised
  const extra = {
    authCode: '073212',
    avsResult: '4 AVS not supported for this card type',
    cvcResult: '1 Matches',
    cvcResultRaw: 'M',
    networkTxReference: `MCC${payment.psp}`,
    ...(isAuthenticated && {
      eci: payment.variant === 'mc' ? '02' : '05',
      threeDAuthenticated: 'true',
      threeDAuthenticatedResponse: 'Y',
      threeDOffered: 'true',
      threeDOfferedResponse: 'C',
      threeDSVersion: '2.2.0',
    }),
  }
  const { authorised, psp, reference, currency } = payment
  world.emit({
    eventCode: 'AUTHORISATION',
    payment,
    psp,
    reference,
    isSuccess: true,
    amount: authorised,
    extra,
  })
  return answerOf(payment, {
    resultCode: share < 1 ? 'PartiallyAuthorised' : 'Authorised',
    amount: { currency, value: authorised },
    additionalData: extra,
  })
}

function refuse(world: World, payment: TwinPayment, refusal: string): TwinAnswer {
  payment.status = 'refused'
  const { psp, reference, behaviour } = payment
  const reason = REASONS[refusal] ?? 'Refused'
  const extra = {
    refusalReasonRaw: `05 : ${reason}`,
    ...(behaviour.advice && { merchantAdviceCode: behaviour.advice }),
  }
  world.emit({ eventCode: 'AUTHORISATION', payment, psp, reference, isSuccess: false, reason, extra })
  return answerOf(payment, {
    resultCode: refusal === '4' ? 'Error' : 'Refused',
    refusalReason: reason,
    refusalReasonCode: refusal,
    additionalData: extra,
  })
}

/** Requests the first step from the shopper of a card payment. */
export function requestShopperStep(world: World, payment: TwinPayment, notificationUrl: string): TwinAnswer {
  const { threeDs } = payment.behaviour
  payment.step = newStep(world, threeDs === 'redirect' ? 'redirect' : 'fingerprint', notificationUrl)
  return actionAnswer(world, payment, payment.step)
}

/** Requests a challenge, after a fingerprint. */
export function requestChallenge(world: World, payment: TwinPayment, earlier: TwinStep): TwinAnswer {
  const { transId, notificationUrl } = earlier
  payment.step = { ...newStep(world, 'challenge', notificationUrl), transId }
  return actionAnswer(world, payment, payment.step)
}

function newStep(world: World, kind: TwinStep['kind'], notificationUrl: string): TwinStep {
  return {
    kind,
    paymentData: world.newToken('Ab02b4c0!'),
    authorisationToken: world.newToken('Ab02b4c0!'),
    transId: world.newUuid(),
    acsTransId: world.newUuid(),
    notificationUrl,
    result: null,
  }
}

function actionAnswer(world: World, payment: TwinPayment, step: TwinStep): TwinAnswer {
  if (step.kind === 'redirect') {
    const url = `${world.publicUrl()}/shopper/redirect/${payment.psp}`
    const action = { type: 'redirect', paymentMethodType: 'scheme', method: 'GET', url }
    return answerOf(payment, { resultCode: 'RedirectShopper', action })
  }
  const isFingerprint = step.kind === 'fingerprint'
  const token = isFingerprint
    ? {
        threeDSServerTransID: step.transId,
        threeDSMethodURL: `${world.publicUrl()}/acs/method`,
        threeDSMethodNotificationURL: `${world.publicUrl()}/acs/notification`,
      }
    : {
        threeDSServerTransID: step.transId,
        acsTransID: step.acsTransId,
        acsURL: `${world.publicUrl()}/acs/challenge/${payment.psp}`,
        acsReferenceNumber: 'TWIN',
        messageVersion: '2.2.0',
      }
  const action = {
    type: 'threeDS2',
    subtype: step.kind,
    paymentMethodType: 'scheme',
    paymentData: step.paymentData,
    authorisationToken: step.authorisationToken,
    token: Buffer.from(JSON.stringify(token)).toString('base64'),
  }
  return answerOf(payment, { resultCode: isFingerprint ? 'IdentifyShopper' : 'ChallengeShopper', action })
}

/** Answers a payment that is confirmed elsewhere. */
export function orderAnswer(world: World, payment: TwinPayment): TwinAnswer {
  const { variant, psp } = payment
  const url = `${world.publicUrl()}/shopper/order/${psp}`
  if (variant === 'blik')
    return answerOf(payment, { resultCode: 'Pending', action: { type: 'await', paymentMethodType: variant } })
  if (QR_METHODS.has(variant))
    return answerOf(payment, {
      resultCode: 'Pending',
      action: {
        type: 'qrCode',
        paymentMethodType: variant,
        qrCodeData: `${QR_SCHEMES[variant] ?? ''}${psp}`,
      },
    })
  if (variant === 'bankTransfer_IBAN')
    return answerOf(payment, {
      resultCode: 'PresentToShopper',
      action: {
        type: 'bankTransfer',
        paymentMethodType: variant,
        beneficiary: 'TestMerchantCheckout',
        iban: 'NL13TEST0123456789',
        bic: 'TESTNL02',
        reference: psp,
      },
    })
  return answerOf(payment, {
    resultCode: 'RedirectShopper',
    action: { type: 'redirect', paymentMethodType: variant, method: 'GET', url },
  })
}

const QR_METHODS: ReadonlySet<string> = new Set(['paynow', 'promptpay', 'pix', 'duitnow', 'swish', 'upi_qr'])
const QR_SCHEMES: Readonly<Record<string, string>> = { upi_qr: 'upi://pay?pa=twin@bank&cu=INR&tr=' }

function answerOf({ psp, reference }: TwinPayment, members: object): TwinAnswer {
  return { status: 200, body: { pspReference: psp, merchantReference: reference, ...members } }
}
