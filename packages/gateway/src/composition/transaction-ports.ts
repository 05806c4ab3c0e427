import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import { sha256Base64Url } from '../platform/crypto/aead.ts'
import type { VolatileSecrets } from '../platform/secrets/volatile-secrets.ts'
import type { GwalletPay } from '../payment-methods/index.ts'
import {
  type Decision,
  type ReconciliationAlert,
  type OrderReturn,
  orderReturnPath,
  toTransactionEvent,
  type Transaction,
} from '../transactions/index.ts'
import { makeMessageId } from '../webhooks/index.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import type { Adapters } from './adapters.ts'
import type { Foundation } from './foundation.ts'
import { describeMerchantRecords } from './merchant-records.ts'
import { watchCallsOutside } from './measured.ts'
import { createOrderReturns } from './order-returns.ts'
import type { Outside } from './outside.ts'
import type { FindCallbackSecrets } from './provider-callback-secrets.ts'
import type { Stores } from './stores.ts'

/** Everything that transactions, sessions, customers and saved cards need from outside their slices. */
export function makeTransactionPorts(
  config: Config,
  foundation: Foundation,
  parts: {
    readonly stores: Stores
    readonly volatileSecrets: VolatileSecrets
    readonly outside: Outside
    readonly gwalletPay: GwalletPay | null
    readonly callbackSecretsOf: FindCallbackSecrets
    readonly realTime: Adapters['realTime']
    readonly telemetry: Telemetry
    readonly logger: Pick<Logger, 'warn' | 'error'>
    readonly baseUrl: () => string
    readonly methodsUrl: () => string
  },
) {
  const { clock, random, timers } = foundation
  const {
    stores,
    volatileSecrets,
    outside,
    gwalletPay,
    callbackSecretsOf,
    realTime,
    telemetry,
    logger,
    baseUrl,
    methodsUrl,
  } = parts
  const orderReturns = createOrderReturns(foundation.sealer)
  // Simulators may also run as a service of their own: the test environment decides who is told the metadata.
  const isTest = config.environment === 'test'
  return {
    ...outside,
    ...describeMerchantRecords(stores.merchants, { clock, providers: outside.providers }),
    store: stores.transactions,
    volatileSecrets,
    references: stores.references,
    operations: stores.operations,
    reports: stores.reports,
    sessions: stores.sessions,
    customers: stores.customers,
    savedCards: stores.cards.savedCards,
    gwalletPay,
    callbackSecretsOf,
    clock,
    realTime,
    random,
    timers,
    baseUrl,
    methodsUrl,
    hashSessionId,
    async findBySession(merchantId: string, sessionId: string) {
      const session = await stores.sessions.find(merchantId, hashSessionId(sessionId))
      const transactionId = session?.transactionId ?? null
      return transactionId === null ? null : stores.transactions.find(merchantId, transactionId)
    },
    providerTimeoutMs: config.providerTimeoutMs,
    metadataFor: ({ metadata }: Transaction) => (isTest ? metadata : null),
    returnAddressFor: (goal: OrderReturn) => `${baseUrl()}${orderReturnPath(orderReturns.seal(goal))}`,
    openOrderReturn: (handle: string) => orderReturns.open(handle),
    describeEvent: (transaction: Transaction) => ({
      id: makeMessageId(random),
      ...toTransactionEvent(transaction),
    }),
    callOutside: watchCallsOutside(timers, telemetry, logger),
    auditDecision: ({ merchantId, transactionId, outcome, reason }: Decision) =>
      foundation.transact((trx) =>
        foundation.audit.write(trx, {
          merchantId,
          actor: 'operator',
          action: 'operation.decide',
          subject: transactionId,
          detail: { outcome, reason },
        }),
      ),
    onAlert: ({ kind, merchantId, transactionId, providerId, attemptId }: ReconciliationAlert) =>
      logger.error(
        {
          reason: kind,
          merchant_id: merchantId,
          transaction_id: transactionId,
          provider: providerId,
          attempt_id: attemptId,
        },
        'a transaction needs a person',
      ),
  }
}

export type TransactionPorts = ReturnType<typeof makeTransactionPorts>

/** What the database knows a session by: its id opens a payment form, so it is not stored. */
function hashSessionId(sessionId: string): string {
  return sha256Base64Url('session', sessionId)
}
