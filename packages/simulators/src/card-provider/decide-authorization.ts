import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { ProviderAuthorization } from '../provider.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { resolveScenario } from '../scenarios/scenario.ts'
import { type Decision, describeDecision, SOFT_DECLINE } from './decision.ts'
import { accountOf, type ProviderProfile } from './provider-profiles.ts'

/** The `trans_status` values of cardholders who did not fail. */
const AUTHENTICATED: ReadonlySet<string> = new Set(['Y', 'A', 'I', 'U'])

/**
 * Decides an authorization by its scenario, unless a rule refuses it first.
 *
 * Only the fallback flows allow another provider after a decline, because a test card that stands for a decline must
 * end declined.
 */
export function decideAuthorization(
  request: ProviderAuthorization,
  profile: ProviderProfile,
  nowMs: number,
): Decision {
  const { card, attemptNumber, exemption } = request
  const refusal = findRefusal(request, profile, nowMs)
  if (refusal) return describeDecision(refusal, null, null, false)

  const simulation = readSimulation(request.metadata)
  const scenario = resolveScenario(card.pan.reveal(), simulation)
  const isExemptionDeclined = exemption !== null && scenario.script.unchallenged === 'soft_declined'
  if (isExemptionDeclined || (simulation.softDecline && attemptNumber === 1))
    return describeDecision('1000', SOFT_DECLINE, null, false)
  if (request.storedCredential?.sequence === 'SUBSEQUENT' && scenario.declinesOnceSaved) {
    return describeDecision('1000', null, null, false)
  }
  const { fallbackDeclines } = scenario.script
  const approvesNow = fallbackDeclines !== null && attemptNumber > fallbackDeclines
  return describeDecision(
    approvesNow ? '0000' : scenario.processingCode,
    simulation.providerResponseCode ?? (approvesNow ? null : scenario.providerResponseCode),
    simulation.providerResponseMessage,
    fallbackDeclines !== null,
  )
}

/**
 * Returns why an acquirer would not even ask the bank.
 *
 * @see docs/provider-protocol/authorizations.md#what-a-provider-must-refuse
 */
function findRefusal(
  { accountId, card, authentication }: ProviderAuthorization,
  profile: ProviderProfile,
  nowMs: number,
): ProcessingCode | null {
  if (accountId !== accountOf(profile)) return '2011'
  if (isExpired(card, nowMs)) return '2001'
  if (authentication !== null && !AUTHENTICATED.has(authentication.transStatus)) return '3001'
  return profile.requiresCvv && card.cvv === null ? '2020' : null
}

/** Returns whether the month on the card has ended in every time zone. */
function isExpired(
  { expirationMonth, expirationYear }: ProviderAuthorization['card'],
  nowMs: number,
): boolean {
  const now = new Date(nowMs)
  return expirationYear * 12 + expirationMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}

/** Decides an authorization that arrives after it was voided. */
export const VOIDED: Decision = describeDecision('1001', null, null, false)
