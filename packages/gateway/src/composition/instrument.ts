import type { Logger } from 'pino'

import { isFinalStatus } from '@sluice/types/vocabulary'
import type { Timers } from '@sluice/platform/kernel/timers'
import { recordInLog } from '@sluice/platform/logging/log-context'
import type { Telemetry } from '@sluice/platform/telemetry/telemetry'

import type { GwalletPay } from '../payment-methods/index.ts'
import type { RiskMatch } from '../risk/index.ts'
import {
  type AuthenticationResult,
  type CallOutside,
  createCallOutside,
  describeAuthenticationResult,
  type Transaction,
} from '../transactions/index.ts'
import type { PostWebhook } from '../webhooks/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Stores } from './stores.ts'

/** Measures the commits of the infrastructure. */
export function instrumentCommits(infrastructure: Infrastructure, { measure }: Telemetry): Infrastructure {
  const { transact } = infrastructure
  return { ...infrastructure, transact: (work) => measure('commit', {}, () => transact(work)) }
}

/** Measures outgoing calls, and logs those without an answer for the operators. */
export function instrumentCalls(
  timers: Timers,
  { measure }: Telemetry,
  logger: Pick<Logger, 'warn'>,
): CallOutside {
  return createCallOutside({
    timers,
    measure: ({ party, operation }, work, describe) =>
      measure('provider call', { provider: party, operation }, work, describe, 'unknown'),
    onFailedCall: ({ party, operation, transactionId, error }) =>
      logger.warn(
        { provider: party, operation, ...(transactionId && { transaction_id: transactionId }), err: error },
        'a provider returned no outcome',
      ),
  })
}

/** Measures every request to a webhook receiver. */
export function instrumentPost(post: PostWebhook, { measure, traceHeaders }: Telemetry): PostWebhook {
  return (message, options) =>
    measure(
      'webhook attempt',
      {},
      () => post({ ...message, headers: { ...message.headers, ...traceHeaders() } }, options),
      ({ status }) => `${Math.floor(status / 100)}xx`,
      'none',
    )
}

/** Counts why the web wallet's tokens are rejected: callers get one message for many reasons, and operators need the reason. */
export function instrumentWallet(wallet: GwalletPay, { count }: Telemetry): GwalletPay {
  return {
    ...wallet,
    async open(token, merchantId) {
      const opened = await wallet.open(token, merchantId)
      if (!opened.ok) count('wallet refusal', { reason: opened.reason })
      return opened
    },
  }
}

/**
 * Counts the transactions that end, the risk rules that match and the alerts that are raised in the commits of these
 * stores.
 */
export function instrumentStores(
  { transactions, reports }: Pick<Stores, 'transactions' | 'reports'>,
  { annotate, count }: Telemetry,
  logger: Pick<Logger, 'info'>,
): Pick<Stores, 'transactions' | 'reports'> {
  /** Adds the transaction to log lines and spans of a request: the last one that was read or made. */
  const recordSubject = <T extends Pick<Transaction, 'id' | 'merchantId' | 'reference'> | null>(
    transaction: T,
  ): T => {
    if (transaction === null) return transaction
    const { id, merchantId, reference } = transaction
    recordInLog({ transaction_id: id, reference })
    annotate({ 'sluice.transaction_id': id, 'sluice.merchant_id': merchantId })
    return transaction
  }
  const recordEnd = (transaction: Transaction, authenticated: AuthenticationResult | null = null): void => {
    if (!isFinalStatus(transaction.status)) return
    const { status, transactionType: type, paymentMethod, processingCode, processing } = transaction
    const words = { type, method: paymentMethod.type, status }
    const reasons = { provider: processing?.providerId ?? '', brand: paymentMethod.brand ?? '' }
    count('ended', { ...words, code: processingCode ?? '', ...reasons })
    if (authenticated !== null) count('authentication', { ...authenticated, status })
    logger.info(
      {
        ...{ merchant_id: transaction.merchantId, terminal_id: transaction.terminalId },
        ...{ transaction_id: transaction.id, reference: transaction.reference, ...words, ...reasons },
        processing_code: processingCode,
        provider_account: processing?.accountId,
        response_code: processing?.responseCode,
        currency: transaction.currency,
        ...(authenticated && {
          three_ds_server: authenticated.server,
          three_ds_version: authenticated.version,
          three_ds_flow: authenticated.flow,
          three_ds_result: authenticated.result,
        }),
      },
      'a payment ended',
    )
  }
  const recordMatches = (
    { merchantId, transactionId }: { readonly merchantId: string; readonly transactionId: string },
    matches: readonly RiskMatch[],
  ): void => {
    for (const { rule, effect } of matches) {
      count('risk match', { rule, effect })
      const fields = { merchant_id: merchantId, transaction_id: transactionId, reason: rule, effect }
      logger.info(fields, 'a payment matched a risk rule')
    }
  }
  return {
    transactions: {
      ...transactions,
      async find(merchantId, transactionId) {
        return recordSubject(await transactions.find(merchantId, transactionId))
      },
      async findOpen(merchantId, transactionId) {
        const execution = await transactions.findOpen(merchantId, transactionId)
        recordSubject(execution?.transaction ?? null)
        return execution
      },
      async open(opening) {
        recordSubject(opening.transaction)
        const result = await transactions.open(opening)
        if (result.kind === 'opened') recordEnd(opening.transaction)
        if (result.kind === 'declined') recordEnd(result.transaction)
        const { merchantId, id: transactionId } = opening.transaction
        if ('matches' in result) recordMatches({ merchantId, transactionId }, result.matches)
        if (result.kind === 'wallet_token_used') count('wallet refusal', { reason: 'used' })
        return result
      },
      async submit(change, submission) {
        const result = await transactions.submit(change, submission)
        if ('matches' in result) recordMatches(change.from, result.matches)
        return result
      },
      async commit(change) {
        if (change.transaction) recordSubject(change.transaction.after)
        const committed = await transactions.commit(change)
        if (committed !== null && change.transaction)
          recordEnd(change.transaction.after, describeAuthenticationResult(change.attempts ?? []))
        if (committed !== null && change.transaction?.cause === 'decision')
          count('decision', { status: change.transaction.after.status })
        if (committed !== null && change.alert) count('alert', { kind: change.alert.kind })
        return committed
      },
    },
    reports: {
      ...reports,
      async note(order, noted) {
        await reports.note(order, noted)
        if (noted.alert) count('alert', { kind: noted.alert.kind })
      },
    },
  }
}
