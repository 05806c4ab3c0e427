import type { ProcessingCode } from '@sluice/types/vocabulary'

import { allowsAnotherProvider } from '../../providers/allows-another-provider.ts'
import type { OperationRequest, ProviderAuthorization } from '../../transactions/execution/provider.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { resolveScenario } from '../scenarios/scenario.ts'
import { providerCodeFor, providerMessageFor } from './provider-codes.ts'
import type { ProviderProfile } from './provider-profiles.ts'

/** What a simulated provider makes of an authorization, before it is numbered. */
export interface Decision {
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly retryable: boolean
}

/**
 * Decides an authorization by its scenario.
 *
 * A decline may be tried elsewhere only in the fallback flows: a test card that says "declined" shall end declined.
 */
export function decideAuthorization(request: ProviderAuthorization, profile: ProviderProfile): Decision {
  const { card, attemptNumber } = request
  const simulation = readSimulation(request.metadata)
  if (profile.requiresCvv && card.cvv === null) return describeDecision('2020', null, null, false)

  const scenario = resolveScenario(card.pan.reveal(), simulation)
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

/** Decides a capture, refund or void: approved, unless the request says otherwise. */
export function decideOperation({ metadata }: OperationRequest): Decision {
  const simulation = readSimulation(metadata)
  return describeDecision(
    simulation.responseCode ?? '0000',
    simulation.providerResponseCode,
    simulation.providerResponseMessage,
    false,
  )
}

/** What becomes of an authorization that arrives after it was voided. */
export const VOIDED: Decision = describeDecision('1001', null, null, false)

function describeDecision(
  processingCode: ProcessingCode,
  wantedCode: string | null,
  wantedMessage: string | null,
  routed: boolean,
): Decision {
  const providerResponseCode = wantedCode ?? providerCodeFor(processingCode)
  return {
    processingCode,
    providerResponseCode,
    providerResponseMessage: wantedMessage ?? providerMessageFor(providerResponseCode),
    retryable: routed && allowsAnotherProvider(processingCode, providerResponseCode),
  }
}
