import type {
  AuthenticatedCard,
  AuthenticationOutcome,
  MerchantInitiatedVerdict,
  VerdictContext,
  ThreeDsVerdict,
} from '../../three-ds/index.ts'
import { type AttemptAuthentication, beginAuthentication } from '../execution/attempt.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { Progress } from './card-context.ts'

/** Used when the card range does not say otherwise. */
export const MESSAGE_VERSION = '2.2.0'

/** Below this width a 390 pixel window would be cut off, so the challenge fills the screen. */
const NARROW_SCREEN_PIXELS = 390

/** Writes the result of an authentication into the attempt. */
export function withOutcome(
  progress: Progress,
  outcome: Pick<
    AuthenticationOutcome,
    'transStatus' | 'transStatusReason' | 'dsTransId' | 'acsTransId' | 'eci'
  >,
  verdict: ThreeDsVerdict | MerchantInitiatedVerdict,
): Progress {
  return withAuthentication(progress, {
    transStatus: outcome.transStatus,
    transStatusReason: outcome.transStatusReason,
    dsTransId: outcome.dsTransId ?? progress.attempt.authentication?.dsTransId ?? null,
    acsTransId: outcome.acsTransId ?? progress.attempt.authentication?.acsTransId ?? null,
    eci: verdict.kind === 'authorize' ? verdict.outcome.eci : outcome.eci,
  })
}

export function withAuthentication(progress: Progress, changes: Partial<AttemptAuthentication>): Progress {
  const { attempt } = progress
  const authentication = { ...(attempt.authentication ?? beginAuthentication(null)), ...changes }
  return { ...progress, attempt: { ...attempt, authentication } }
}

/** Returns the inputs of a verdict besides the result itself. */
export function verdictContext({ attempt, card, rules, earlierChallenge }: Progress): VerdictContext {
  // The issuer that demanded a challenge would decline again.
  const onUnavailable = earlierChallenge === 'DEMANDED' ? 'DECLINE' : rules.onUnavailable
  return { brand: card.brand, onUnavailable, round: attempt.authentication?.round ?? 0 }
}

/** Describes the card for the 3DS server. */
export function cardOf({ card }: Progress): AuthenticatedCard {
  return {
    pan: card.pan,
    brand: card.brand,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
  }
}

/** The direct API decides the size of its own window, so it gets the full screen; our own windows are the default size. */
export function windowSizeFor(transaction: Transaction): string {
  if (transaction.integration === 'DIRECT_API') return '05'
  const narrow = (transaction.browserInfo?.screen_width ?? Infinity) < NARROW_SCREEN_PIXELS
  return narrow ? '05' : '02'
}
