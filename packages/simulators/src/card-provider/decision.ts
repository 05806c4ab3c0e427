import type { ProcessingCode } from '@sluice/types/vocabulary'

import { allowsAnotherProvider } from '@sluice/provider-protocol'
import { providerCodeFor, providerMessageFor } from './provider-codes.ts'

/** The raw code of a decline that holds until the cardholder has passed a challenge. */
export const SOFT_DECLINE = '1A'

/** A simulated provider's decision about a request, before it gets its numbers. */
export interface Decision {
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly retryable: boolean
}

/**
 * Adds the provider's raw code and message to a processing code.
 *
 * @param wantedCode - the provider's raw code; null: the usual one.
 * @param wantedMessage - null: the usual one of the raw code.
 * @param routed - whether another provider may be tried where the networks allow it.
 */
export function describeDecision(
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
