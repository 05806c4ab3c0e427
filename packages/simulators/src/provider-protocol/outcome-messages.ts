import { FENCED_REASON, type OutcomeMessage } from '@sluice/provider-protocol'

import { type ProviderOutcome, whyNotExecuted } from '../provider.ts'
import { RefusedRequest } from './handle-message.ts'
import type { Names } from './names.ts'

/**
 * Builds the message of an outcome, with the provider's names for the payment.
 *
 * @throws {@link RefusedRequest} For what the provider did not execute.
 */
export function toOutcomeMessage(names: Names, key: string, outcome: ProviderOutcome): OutcomeMessage {
  const { providerResponseCode, providerResponseMessage } = outcome
  const reason = whyNotExecuted(outcome)
  if (reason !== null) throw new RefusedRequest(reason === FENCED_REASON ? 409 : 422, reason)
  if (outcome.booked === null) throw new Error(`Nothing is booked of ${key}`)
  const { accountId, amountMinor, currency } = outcome.booked
  return {
    idempotency_key: key,
    account_id: accountId,
    approved_amount: outcome.processingCode === '0000' ? amountMinor : 0,
    currency,
    ...names.ofOutcome(key),
    processing_code: outcome.processingCode,
    response_code: providerResponseCode,
    response_message: providerResponseMessage,
    approval_code: outcome.approvalCode,
    reference_number: outcome.referenceNumber,
    systan: outcome.systan,
    retryable: outcome.retryable,
    network_transaction_id: outcome.networkTransactionId ?? null,
    ...(outcome.isSoftDecline && { soft_decline: true }),
    ...(outcome.authentication && { authentication: toAuthenticationMessage(outcome.authentication) }),
  }
}

function toAuthenticationMessage({
  transStatus,
  eci,
  exemption,
}: NonNullable<ProviderOutcome['authentication']>) {
  return { trans_status: transStatus, eci, message_version: '2.2.0', exemption_applied: exemption } as const
}
