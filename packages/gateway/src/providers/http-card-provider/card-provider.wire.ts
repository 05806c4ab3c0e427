import {
  CARD_BRANDS,
  PROCESSING_CODE_LIST,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
} from '@sluice/types/vocabulary'
import { z } from 'zod'

import { Secret } from '../../kernel/secret.ts'
import type { Simulation } from '../../three-ds/simulation.ts'
import type {
  OperationRequest,
  ProviderAuthorization,
  ProviderOutcome,
} from '../../transactions/execution/provider.ts'
import { shortText } from '../exchange/read-answer.ts'

/** The card provider's side of docs/provider-protocol.md: both ends read and write by these. */

export const CARD_PROVIDER_PATHS = {
  authorizations: '/authorizations',
  operations: '/operations',
  outcomes: '/outcomes',
} as const

const id = z.string().min(1).max(128)
const minorUnits = z.int().nonnegative()
const currency = z.string().regex(/^[A-Z]{3}$/)
const processingCode = z.enum(PROCESSING_CODE_LIST as [(typeof PROCESSING_CODE_LIST)[number]])

/** Names and meanings of `metadata`. */
export const simulationWire = z.object({
  simulated_flow: z.enum(SIMULATED_FLOWS).nullable(),
  response_code: processingCode.nullable(),
  payment_provider_response_code: z.string().nullable(),
  payment_provider_response_message: z.string().nullable(),
  approval_code: z.string().nullable(),
  simulated_delay_ms: z.int().nonnegative(),
  simulated_fault: z.enum(SIMULATED_FAULTS).nullable(),
})

export const authorizationWire = z.object({
  idempotency_key: id,
  merchant_id: id,
  transaction_id: id,
  account_id: id,
  attempt_number: z.int().positive(),
  transaction_type: z.enum(['AUTHORIZE', 'PURCHASE']),
  amount: minorUnits,
  currency,
  card: z.object({
    number: z.string(),
    cvv: z.string().nullable(),
    brand: z.enum(CARD_BRANDS),
    expiration_month: z.int(),
    expiration_year: z.int(),
  }),
  authentication: z
    .object({
      trans_status: z.string(),
      eci: z.string(),
      authentication_value: z.string().nullable(),
      ds_trans_id: z.string().nullable(),
      message_version: z.string(),
    })
    .nullable(),
  stored_credential: z
    .object({
      initiator: z.enum(['CUSTOMER', 'MERCHANT']),
      sequence: z.enum(['FIRST', 'SUBSEQUENT']),
      network_transaction_id: z.string().nullable(),
    })
    .nullable(),
  simulation: simulationWire.nullish(),
})

export const operationWire = z.object({
  idempotency_key: id,
  operation: z.enum(['CAPTURE', 'REFUND', 'VOID']),
  merchant_id: id,
  transaction_id: id,
  account_id: id,
  original_key: id,
  parent_key: id,
  amount: minorUnits,
  currency,
  final_capture: z.boolean(),
  simulation: z
    .object({
      response_code: processingCode.optional(),
      payment_provider_response_code: z.string().optional(),
      payment_provider_response_message: z.string().optional(),
      simulated_delay_ms: z.number().optional(),
      simulated_fault: z.enum(SIMULATED_FAULTS).optional(),
    })
    .nullish(),
})

export const outcomeWire = z.object({
  /** The key that was asked with, so that an answer to somebody else is noticed. */
  idempotency_key: id,
  processing_code: processingCode,
  response_code: shortText(40),
  response_message: shortText(255),
  approval_code: shortText(40).nullable(),
  reference_number: z
    .string()
    .regex(/^[0-9]{12}$/)
    .nullable(),
  systan: z.int().min(0).max(999_999).nullable(),
  retryable: z.boolean(),
  network_transaction_id: shortText(64).nullish(),
})

export const findingWire = z.discriminatedUnion('found', [
  z.object({ found: z.literal(true), outcome: outcomeWire }),
  z.object({ found: z.literal(false) }),
])

type AuthorizationWire = z.infer<typeof authorizationWire>
type OperationWire = z.infer<typeof operationWire>
export type OutcomeWire = z.infer<typeof outcomeWire>

/** The only place where a card number is written into something that leaves the process. */
export function toAuthorizationWire(request: ProviderAuthorization): AuthorizationWire {
  const { card, authentication, storedCredential, simulation } = request
  return {
    idempotency_key: request.idempotencyKey,
    merchant_id: request.merchantId,
    transaction_id: request.transactionId,
    account_id: request.accountId,
    attempt_number: request.attemptNumber,
    transaction_type: request.transactionType,
    amount: request.amountMinor,
    currency: request.currency,
    card: {
      number: card.pan.reveal(),
      cvv: card.cvv?.reveal() ?? null,
      brand: card.brand,
      expiration_month: card.expirationMonth,
      expiration_year: card.expirationYear,
    },
    authentication: authentication && {
      trans_status: authentication.transStatus,
      eci: authentication.eci,
      authentication_value: authentication.authenticationValue?.reveal() ?? null,
      ds_trans_id: authentication.dsTransId,
      message_version: authentication.messageVersion,
    },
    stored_credential: storedCredential && {
      initiator: storedCredential.initiator,
      sequence: storedCredential.sequence,
      network_transaction_id: storedCredential.networkTransactionId,
    },
    ...(simulation && { simulation: toSimulationWire(simulation) }),
  }
}

export function fromAuthorizationWire(wire: AuthorizationWire): ProviderAuthorization {
  const { card, authentication, stored_credential: stored } = wire
  return {
    idempotencyKey: wire.idempotency_key,
    merchantId: wire.merchant_id,
    transactionId: wire.transaction_id,
    accountId: wire.account_id,
    attemptNumber: wire.attempt_number,
    transactionType: wire.transaction_type,
    amountMinor: wire.amount,
    currency: wire.currency,
    card: {
      pan: new Secret(card.number),
      cvv: card.cvv === null ? null : new Secret(card.cvv),
      brand: card.brand,
      expirationMonth: card.expiration_month,
      expirationYear: card.expiration_year,
    },
    authentication: authentication && {
      transStatus: authentication.trans_status,
      eci: authentication.eci,
      authenticationValue:
        authentication.authentication_value === null ? null : new Secret(authentication.authentication_value),
      dsTransId: authentication.ds_trans_id,
      messageVersion: authentication.message_version,
    },
    storedCredential: stored && {
      initiator: stored.initiator,
      sequence: stored.sequence,
      networkTransactionId: stored.network_transaction_id,
    },
    simulation: fromSimulationWire(wire.simulation),
  }
}

export function toOperationWire(request: OperationRequest): OperationWire {
  const { simulation } = request
  return {
    idempotency_key: request.idempotencyKey,
    operation: request.operation,
    merchant_id: request.merchantId,
    transaction_id: request.transactionId,
    account_id: request.accountId,
    original_key: request.originalKey,
    parent_key: request.parentKey,
    amount: request.amountMinor,
    currency: request.currency,
    final_capture: request.finalCapture,
    ...(simulation && {
      simulation: {
        response_code: simulation.responseCode,
        payment_provider_response_code: simulation.providerResponseCode,
        payment_provider_response_message: simulation.providerResponseMessage,
        simulated_delay_ms: simulation.delayMs,
        simulated_fault: simulation.fault,
      },
    }),
  }
}

export function fromOperationWire(wire: OperationWire): OperationRequest {
  const { simulation } = wire
  return {
    idempotencyKey: wire.idempotency_key,
    operation: wire.operation,
    merchantId: wire.merchant_id,
    transactionId: wire.transaction_id,
    accountId: wire.account_id,
    originalKey: wire.original_key,
    parentKey: wire.parent_key,
    amountMinor: wire.amount,
    currency: wire.currency,
    finalCapture: wire.final_capture,
    simulation: simulation
      ? {
          ...(simulation.response_code !== undefined && { responseCode: simulation.response_code }),
          ...(simulation.payment_provider_response_code !== undefined && {
            providerResponseCode: simulation.payment_provider_response_code,
          }),
          ...(simulation.payment_provider_response_message !== undefined && {
            providerResponseMessage: simulation.payment_provider_response_message,
          }),
          ...(simulation.simulated_delay_ms !== undefined && { delayMs: simulation.simulated_delay_ms }),
          ...(simulation.simulated_fault !== undefined && { fault: simulation.simulated_fault }),
        }
      : null,
  }
}

export function toOutcomeWire(idempotencyKey: string, outcome: ProviderOutcome): OutcomeWire {
  return {
    idempotency_key: idempotencyKey,
    processing_code: outcome.processingCode,
    response_code: outcome.providerResponseCode,
    response_message: outcome.providerResponseMessage,
    approval_code: outcome.approvalCode,
    reference_number: outcome.referenceNumber,
    systan: outcome.systan,
    retryable: outcome.retryable,
    ...(outcome.networkTransactionId && { network_transaction_id: outcome.networkTransactionId }),
  }
}

export function fromOutcomeWire(wire: OutcomeWire): ProviderOutcome {
  return {
    processingCode: wire.processing_code,
    providerResponseCode: wire.response_code,
    providerResponseMessage: wire.response_message,
    approvalCode: wire.approval_code,
    referenceNumber: wire.reference_number,
    systan: wire.systan,
    retryable: wire.retryable,
    networkTransactionId: wire.network_transaction_id ?? null,
  }
}

export function toSimulationWire(simulation: Simulation): z.infer<typeof simulationWire> {
  return {
    simulated_flow: simulation.flow,
    response_code: simulation.responseCode,
    payment_provider_response_code: simulation.providerResponseCode,
    payment_provider_response_message: simulation.providerResponseMessage,
    approval_code: simulation.approvalCode,
    simulated_delay_ms: simulation.delayMs,
    simulated_fault: simulation.fault,
  }
}

export function fromSimulationWire(
  wire: z.infer<typeof simulationWire> | null | undefined,
): Simulation | null {
  if (!wire) return null
  return {
    flow: wire.simulated_flow,
    responseCode: wire.response_code,
    providerResponseCode: wire.payment_provider_response_code,
    providerResponseMessage: wire.payment_provider_response_message,
    approvalCode: wire.approval_code,
    delayMs: wire.simulated_delay_ms,
    fault: wire.simulated_fault,
  }
}
