import type { ClientEnvelope, ClientTransaction } from '@sluice/types'
import { type CorrectableCode, processingCode } from '@sluice/types/vocabulary'

import type { Envelope } from '../execution/envelope.ts'
import { toWireEnvelope } from './transaction.wire.ts'

/** Builds the envelope for a browser: only data for the shopper, without data of merchant, provider or card. */
export function toClientEnvelope(envelope: Envelope): ClientEnvelope {
  const { result, ...steps } = toWireEnvelope(envelope)
  if (result === null) return { result, ...steps }
  const { method, type, brand, masked } = result.payment_method
  return {
    ...steps,
    result: {
      id: result.id,
      reference: result.reference,
      description: result.description,
      currency: result.currency,
      amount: result.amount,
      approved: result.approved,
      pending: result.pending,
      transaction_type: result.transaction_type,
      status: result.status,
      redirect_url: result.redirect_url,
      errors: result.errors,
      processing_code: result.processing_code,
      response_message: result.response_message,
      payment_method: { method, type, brand, masked },
      correctable: false,
      ...(envelope.kind === 'correction' && describeDecline(envelope.processingCode)),
    },
  }
}

/** The form gets the result of the attempt, while the transaction is still open. */
function describeDecline(code: CorrectableCode): Partial<ClientTransaction> {
  return {
    status: 'DECLINED',
    pending: false,
    processing_code: code,
    response_message: processingCode(code).message,
    correctable: true,
  }
}
