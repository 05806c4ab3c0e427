import type { ProcessingCode, TransStatus } from '@sluice/types/vocabulary'

import type { AuthenticationOutcome, AuthenticationResponse } from './three-ds-server.ts'

/** The consequence of an authentication for the transaction. */
export type ThreeDsVerdict =
  | { readonly kind: 'authorize'; readonly outcome: AuthenticationOutcome & { readonly eci: string } }
  | { readonly kind: 'challenge_again' }
  | { readonly kind: 'end'; readonly processingCode: ProcessingCode }

/** The action of a terminal if authentication could not be performed and the bank has not demanded a challenge. */
export type OnUnavailable = 'DECLINE' | 'PROCEED'

/** The ECI by result: Mastercard uses 02, 01, 00, every other brand 05, 06, 07. */
const ECI: Readonly<Record<'full' | 'attempted' | 'none', { mastercard: string; other: string }>> = {
  full: { mastercard: '02', other: '05' },
  attempted: { mastercard: '01', other: '06' },
  none: { mastercard: '00', other: '07' },
}

/** The transStatus values with which the provider may be called, and what they prove. */
const AUTHORIZES: Readonly<Partial<Record<TransStatus, keyof typeof ECI>>> = {
  Y: 'full',
  A: 'attempted',
  I: 'none',
}

/** The `challengeCancel` reasons for a cancellation by the shopper, or by the merchant for the shopper. */
const CANCELED_BY_PERSON: ReadonlySet<string> = new Set(['01', '02', '03'])
/** The `challengeCancel` reasons for a timeout. */
const TIMED_OUT: ReadonlySet<string> = new Set(['04', '05', '08'])

/** The inputs of a verdict besides the bank's answer. */
export interface VerdictContext {
  readonly brand: string
  readonly onUnavailable: OnUnavailable
  /** Challenges issued in this attempt so far; 0 before the first. */
  readonly round: number
}

/**
 * Evaluates an ARes without a challenge, or the stored result of a challenge.
 *
 * @see docs/protocol/three-ds.md#finalising
 */
export function verdictOf(
  outcome: AuthenticationOutcome,
  context: VerdictContext & { readonly challengeCancel?: string | null },
): ThreeDsVerdict {
  const proof = AUTHORIZES[outcome.transStatus]
  if (proof) {
    return { kind: 'authorize', outcome: { ...outcome, eci: outcome.eci ?? eciFor(proof, context.brand) } }
  }
  switch (outcome.transStatus) {
    case 'N': {
      const cancel = context.challengeCancel ?? ''
      if (CANCELED_BY_PERSON.has(cancel)) return { kind: 'end', processingCode: '1003' }
      if (TIMED_OUT.has(cancel)) return { kind: 'end', processingCode: '1005' }
      return { kind: 'end', processingCode: '3001' }
    }
    case 'R':
      return { kind: 'end', processingCode: '3001' }
    case 'C':
      return context.round === 1 ? { kind: 'challenge_again' } : { kind: 'end', processingCode: '3000' }
    default:
      return verdictWhenUnavailable(outcome, context)
  }
}

/** The consequence of a 3RI authentication for a merchant-initiated charge. */
export type MerchantInitiatedVerdict =
  | Exclude<ThreeDsVerdict, { readonly kind: 'challenge_again' }>
  /** The bank proves nothing, so the charge continues as without 3RI. */
  | { readonly kind: 'authorize_unproven' }

/**
 * Evaluates the response to a 3RI request. A challenge declines, because no shopper is present to complete it. A bank
 * or a server that does not respond does not decline, because 3RI only adds proof to a charge to which the shopper
 * agreed when the card was saved.
 *
 * @see docs/protocol/saved-cards.md#stored-credentials
 */
export function verdictOfMerchantInitiated(
  response: AuthenticationResponse,
  brand: string,
): MerchantInitiatedVerdict {
  switch (response.kind) {
    case 'challenge':
    case 'hosted_challenge':
    case 'foreign_page':
      return { kind: 'end', processingCode: '3002' }
    case 'unavailable':
    case 'error':
    case 'expired':
      return { kind: 'authorize_unproven' }
    case 'authenticated': {
      const { transStatus } = response
      if (transStatus === 'U' || transStatus === 'S') return { kind: 'authorize_unproven' }
      if (transStatus === 'C' || transStatus === 'D') return { kind: 'end', processingCode: '3002' }
      const proof = AUTHORIZES[transStatus]
      if (proof === undefined) return { kind: 'end', processingCode: '3001' }
      return { kind: 'authorize', outcome: { ...response, eci: response.eci ?? eciFor(proof, brand) } }
    }
  }
}

/**
 * Evaluates an authentication that could not be performed: U, D, S, not enrolled, no answer from the directory. A
 * terminal proceeds without proof only if the bank has not demanded a challenge in this attempt. After a challenge,
 * no answer may mean that a shopper avoids it.
 */
export function verdictWhenUnavailable(
  outcome: AuthenticationOutcome | null,
  context: VerdictContext,
): ThreeDsVerdict {
  if (context.onUnavailable === 'DECLINE' || context.round > 0) return { kind: 'end', processingCode: '3002' }
  return {
    kind: 'authorize',
    outcome: {
      transStatus: outcome?.transStatus ?? 'U',
      transStatusReason: outcome?.transStatusReason ?? null,
      eci: eciFor('none', context.brand),
      authenticationValue: null,
      dsTransId: outcome?.dsTransId ?? null,
    },
  }
}

function eciFor(proof: keyof typeof ECI, brand: string): string {
  return brand === 'MASTERCARD' ? ECI[proof].mastercard : ECI[proof].other
}
