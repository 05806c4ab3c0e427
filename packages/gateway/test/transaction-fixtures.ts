import { randomUUID } from 'node:crypto'

import { type Attempt, beginAttempt } from '../src/transactions/execution/attempt.ts'
import type {
  PendingAuthentication,
  Opening,
  OutboxEvent,
} from '../src/transactions/execution/execution-records.ts'
import type { Transaction } from '../src/transactions/execution/transaction.ts'

export const NOW_MS = Date.UTC(2026, 10, 21, 10)

export function makeTransaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    merchantId: 'merchant-1',
    id: randomUUID(),
    orderId: randomUUID(),
    terminalId: 'T00000000001',
    sessionHash: null,
    integration: 'DIRECT_API',
    reference: randomUUID(),
    description: 'Two apples',
    currency: 'EUR',
    amountMinor: 10_000,
    normalizedAmountMinor: 10_000,
    transactionType: 'PURCHASE',
    status: 'PENDING',
    processingCode: '1002',
    customer: { first_name: 'Ada', email: 'ada@example.com' },
    customerIp: '127.0.0.1',
    shopperIp: '127.0.0.1',
    paymentMethod: {
      type: 'card',
      method: '424242******4242',
      brand: 'VISA',
      masked: '424242******4242',
      hash: 'hash',
      token: null,
      expiry: '2030-12-31',
    },
    processing: {
      providerId: 'sim-a',
      accountId: 'sim-a-eur',
      responseCode: null,
      responseMessage: null,
      approvalCode: null,
      referenceNumber: null,
      systan: null,
      providerReference: null,
    },
    authenticationStatus: null,
    authenticationLevel: null,
    errors: [],
    retryOptions: {
      providerId: 'sim-a',
      accountId: 'sim-a-eur',
      retryCount: 0,
      status: 'NONE',
      maxRetries: 5,
      attempts: [],
    },
    metadata: { order: 'A-1', count: 2 },
    browserInfo: null,
    returnUrl: null,
    notificationUrl: null,
    redirectUrl: null,
    bankTransfer: null,
    orderPage: null,
    parentId: null,
    createdAtMs: NOW_MS,
    updatedAtMs: NOW_MS,
    ...changes,
  }
}

export function makeAttempt(transaction: Transaction, number = 1): Attempt {
  return beginAttempt({
    merchantId: transaction.merchantId,
    id: randomUUID(),
    transactionId: transaction.id,
    number,
    providerId: 'sim-a',
    accountId: 'sim-a-eur',
    nowMs: NOW_MS,
  })
}

function makePendingAuthentication(
  attempt: Attempt,
  changes: Partial<PendingAuthentication> = {},
): PendingAuthentication {
  return {
    merchantId: attempt.merchantId,
    transactionId: attempt.transactionId,
    attemptId: attempt.id,
    step: 'WORKING',
    takenStep: null,
    stepNumber: 1,
    leaseUntilMs: NOW_MS + 60_000,
    sealedCard: null,
    sealedStep: null,
    savesCard: false,
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 1_800_000,
    ...changes,
  }
}

export function makeEvent(): OutboxEvent {
  return { id: `msg_${randomUUID()}`, type: 'transaction-svc:transaction:purchase:approved', payload: '{}' }
}

export interface OpeningParts {
  readonly transaction: Transaction
  readonly attempt: Attempt
  readonly pendingAuthentication: PendingAuthentication
}

/** Creates a transaction with its first attempt, like an authorization. */
export function makeOpening(changes: Partial<Transaction> = {}): OpeningParts & Opening {
  const transaction = makeTransaction(changes)
  const attempt = makeAttempt(transaction)
  return {
    transaction,
    attempt,
    pendingAuthentication: makePendingAuthentication(attempt),
    uses: [],
    event: null,
  }
}
