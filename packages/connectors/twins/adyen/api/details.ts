import type { TwinAnswer } from '../http/idempotency.ts'
import type { TwinPayment, TwinStep, World } from '../world/world.ts'
import { requestChallenge, decide } from './results.ts'
import { invalid } from './twin-error.ts'

/** The result of a shopper's step. */
export interface DetailsRequest {
  readonly details: Readonly<Record<string, string>>
  readonly paymentData?: string
}

/** Handles `POST /payments/details`. The result decides which payment it belongs to. */
export function continuePayment(world: World, { details, paymentData }: DetailsRequest): TwinAnswer {
  const { redirectResult } = details
  const payment = [...world.payments.values()].find(({ step }) =>
    redirectResult === undefined
      ? step !== null && step.paymentData === paymentData
      : step?.authorisationToken === redirectResult,
  )
  const step = payment?.step ?? null
  if (payment === undefined || step === null) throw invalid('14_0408', 'Payment data is not valid')
  if (step.kind === 'fingerprint') {
    if (read(details['threeds2.fingerprint'])['threeDSCompInd'] === undefined)
      throw invalid('14_0416', 'Fingerprint result is not valid')
    return payment.behaviour.threeDs === 'challenge'
      ? requestChallenge(world, payment, step)
      : decide(world, payment, { isAuthenticated: true })
  }
  if (step.kind === 'challenge' && read(details['threeDSResult'])['transStatus'] === undefined)
    throw invalid('14_0417', 'Challenge result is not valid')
  return concludeStep(world, payment, step)
}

/** The browser's statement proves nothing, because the bank has notified Adyen. */
function concludeStep(world: World, payment: TwinPayment, step: TwinStep): TwinAnswer {
  switch (step.result) {
    case 'Y':
      return decide(world, payment, { isAuthenticated: true })
    case 'N':
      return decide(world, payment, { isAuthenticated: false, refusal: '11' })
    case null:
      return decide(world, payment, { isAuthenticated: false, refusal: '39' })
  }
}

function read(encoded: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(encoded ?? '', 'base64').toString('utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}
