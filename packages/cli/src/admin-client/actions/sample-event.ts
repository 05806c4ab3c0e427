import type {
  DisputeEvent,
  PaymentLinkEvent,
  RecordEvent,
  TokenizationEvent,
  TransactionEvent,
} from '@sluice/types'
import {
  DISPUTE_STATUSES,
  FINAL_STATUSES,
  RECORD_KINDS,
  TRANSACTION_TYPES,
  type WebhookEventName,
} from '@sluice/types/vocabulary'

type Status = (typeof FINAL_STATUSES)[number]

/** A processing code for each outcome. */
const CODES: Readonly<Record<Status, string>> = {
  APPROVED: '0000',
  DECLINED: '1004',
  CANCELED: '1003',
  INVALID: '2000',
  SESSION_EXPIRED: '1005',
}

const AT = '2026-01-31T10:15:00.000Z'

/** Creates an event with that name as the gateway sends it, about a fictitious order. */
export function sampleEvent(
  name: WebhookEventName,
): TransactionEvent | TokenizationEvent | PaymentLinkEvent | RecordEvent | DisputeEvent {
  const [service, subject, type = '', outcome = ''] = name.split(':')
  if (subject === 'record') return sampleRecord(name as RecordEvent['event'], type)
  if (subject === 'dispute') return sampleDispute(name as DisputeEvent['event'], type)
  if (subject === 'payment-link') return samplePaymentLink(name as PaymentLinkEvent['event'])
  if (service !== 'transaction-svc')
    return {
      event: name as TokenizationEvent['event'],
      data: {
        payment_method_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
        payment_method_type: 'card',
        card_brand: 'VISA',
        card_bin: '424242',
        card_last_4: '4242',
        card_masked: '424242******4242',
        card_exp_month: 12,
        card_exp_year: 2034,
        customer_id: null,
        transaction_id: null,
      },
    }
  const status = FINAL_STATUSES.find((one) => one === outcome.toUpperCase().replace('-', '_')) ?? 'INVALID'
  return {
    event: name as TransactionEvent['event'],
    payload: {
      id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b12',
      merchant_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13',
      terminal_id: 'T00000000001',
      order_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b14',
      reference: 'receiver-check',
      currency: 'EUR',
      amount: 1850,
      transaction_type: TRANSACTION_TYPES.find((one) => one === type.toUpperCase()) ?? 'PURCHASE',
      processing_code: CODES[status],
      status,
      created_at: AT,
      updated_at: AT,
    },
  }
}

function samplePaymentLink(event: PaymentLinkEvent['event']): PaymentLinkEvent {
  return {
    event,
    data: {
      id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b17',
      status: 'EXPIRED',
      url: 'https://pay.example/hpp/link/ck_test_00000000000000000000000000000000/receiver-check',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      terminal_id: 'T00000000001',
      currency: 'EUR',
      amount: 1850,
      amount_range: null,
      transaction_type: 'PURCHASE',
      description: 'receiver-check',
      reference_prefix: null,
      max_uses: 1,
      uses: 0,
      uses_in_progress: 0,
      expires_at: AT,
      customer_id: null,
      tokenization: null,
      return_url: null,
      languages: null,
      metadata: null,
      options: null,
      created_at: AT,
      updated_at: AT,
      deactivated_at: null,
    },
  }
}

const OF_ORDER = {
  transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b12',
  merchant_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13',
  terminal_id: 'T00000000001',
  reference: 'receiver-check',
  amount: 1850,
  currency: 'EUR',
} as const

function sampleRecord(event: RecordEvent['event'], kind: string): RecordEvent {
  return {
    event,
    data: {
      id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b15',
      ...OF_ORDER,
      order_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b14',
      kind: RECORD_KINDS.find((one) => one === kind.toUpperCase().replaceAll('-', '_')) ?? 'RETURNED',
      reason_code: null,
      reason: null,
      provider_reference: null,
      dispute_id: null,
      funds: null,
      respond_by: null,
      occurred_at: AT,
      created_at: AT,
    },
  }
}

function sampleDispute(event: DisputeEvent['event'], what: string): DisputeEvent {
  const status = DISPUTE_STATUSES.find((one) => one === what.toUpperCase()) ?? 'OPENED'
  return {
    event,
    data: {
      id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b16',
      ...OF_ORDER,
      scheme: 'VISA',
      reason_code: '10.4',
      reason: null,
      status,
      respond_by: null,
      opened_at: AT,
      closed_at: status === 'OPENED' ? null : AT,
    },
  }
}
