import type { Secret } from '../../kernel/secret.ts'
import type { Terminal } from '../../merchants/index.ts'
import type { OrderAnswer, OrderBeneficiary, Provider } from '../execution/provider.ts'
import { type Attempt, beginAttempt } from '../execution/attempt.ts'
import { ANSWER_GRACE_MS, withProviderOutcome } from '../card/call-provider.ts'
import { NO_PROVIDER } from '../admission/checks.ts'
import { endTransaction, ERASED } from '../execution/settle.ts'
import { type FlowPorts, LEASE_MS } from '../card/flow.ts'
import {
  type AuthorizationOrder,
  describeOrder,
  NOTHING_REPORTED,
  refuseAuthorization,
  type Started,
} from '../card/start-authorization.ts'
import { callProvider } from '../execution/provider-calls.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Continuation } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import { type AlternativeMethod, findAlternativeMethod } from '../admission/method-table.ts'
import { currentAnswer } from '../execution/current-answer.ts'

/** What an order has besides who pays what: it goes to the provider and is not kept. */
export interface OrderDetails {
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
  readonly blikCode: Secret<string> | null
  readonly vpa: string | null
  readonly beneficiary: OrderBeneficiary | null
  /** The account of a payout, masked; null when nothing has to be. */
  readonly masked: string | null
}

export const NO_DETAILS: OrderDetails = {
  errorUrl: null,
  cancelUrl: null,
  blikCode: null,
  vpa: null,
  beneficiary: null,
  masked: null,
}

/** When a provider whose page somebody looks at is asked first: reports usually come before. */
const FIRST_QUERY_MS = { redirect: 60_000, pending: 3_000, unknown: 2_000 } as const

/** Where a continuation that nothing ends by itself is put: payouts wait for their provider, however long. */
const NO_END_MS = 400 * 86_400_000

/**
 * Stores the transaction and its attempt, asks the provider that serves the method, and stores what it answered. The
 * attempt is STARTED, durably, before the call, and no database connection is held during it.
 */
export async function startOrder(
  ports: FlowPorts,
  order: AuthorizationOrder,
  terminal: Terminal,
  details: OrderDetails,
): Promise<Started> {
  const method = findAlternativeMethod(order.paymentMethodType)
  const account = terminal.alternativeAccounts.get(order.paymentMethodType)
  const provider = account && ports.providers.get(account.providerId)
  if (method === null || !account || !provider?.capabilities.methods.has(order.paymentMethodType))
    return refuseAuthorization(ports, order, NO_PROVIDER)

  const nowMs = ports.clock.now()
  const transaction: Transaction = {
    ...describeOrder(ports, order, nowMs),
    status: 'PENDING',
    processingCode: '1002',
    paymentMethod: {
      type: order.paymentMethodType,
      method: details.masked ?? method.name,
      brand: null,
      masked: details.masked,
      hash: null,
      token: null,
      expiry: null,
    },
    processing: { ...NOTHING_REPORTED, ...account },
    retryOptions: null,
  }
  const attempt: Attempt = {
    ...beginAttempt({
      merchantId: order.merchantId,
      id: ports.random.uuid(),
      transactionId: transaction.id,
      number: 1,
      ...account,
      // Nobody is authenticated here; the column wants something of its own.
      threeDsServerTransId: ports.random.uuid(),
      nowMs,
    }),
    status: 'STARTED',
  }
  const continuation: Continuation = {
    merchantId: order.merchantId,
    transactionId: transaction.id,
    attemptId: attempt.id,
    step: 'WORKING',
    takenStep: null,
    stepNumber: 1,
    leaseUntilMs: nowMs + Math.max(LEASE_MS, ports.providerTimeoutMs + ANSWER_GRACE_MS),
    sealedCard: null,
    sealedStep: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + (method.lifetimeMs ?? NO_END_MS),
  }
  const opened = await ports.store.open({
    transaction,
    attempt,
    continuation,
    uses: [],
    event: null,
    requestKey: order.requestKey ?? null,
    order: { ...account, transactionId: transaction.id, merchantId: order.merchantId, attemptId: attempt.id },
  })
  if (opened.kind !== 'opened') return { ok: false, refusal: opened }

  const started = { transaction, attempt, continuation }
  const answer = await askProvider(ports, provider, method, started, order, details)
  const { to, after, next } = applyAnswer(ports, started, answer)
  const { stepNumber: _, ...current } = continuation
  const committed = await ports.store.commit({
    from: continuation,
    to: { ...current, leaseUntilMs: null, ...to },
    attempts: [next],
    transaction: { before: transaction, after, cause: 'provider' },
    ...(to.step === 'DONE' ? { event: ports.describeEvent(after) } : {}),
  })
  // Nobody else has it, unless the provider reported while we still waited for its answer: then that stands.
  const stands = committed === null ? await ports.store.find(order.merchantId, transaction.id) : after
  return {
    ok: true,
    envelope: currentAnswer(stands ?? transaction, order.session?.id ?? attempt.id),
  }
}

interface StartedOrder {
  readonly transaction: Transaction
  readonly attempt: Attempt
  readonly continuation: Continuation
}

/** Null when the provider gave no answer: what it did is unknown. */
async function askProvider(
  ports: FlowPorts,
  provider: Provider,
  method: AlternativeMethod,
  { transaction, attempt, continuation }: StartedOrder,
  order: AuthorizationOrder,
  details: OrderDetails,
): Promise<OrderAnswer | null> {
  const { returnUrl } = order
  const placeOrder = async () =>
    provider.order({
      idempotencyKey: attempt.id,
      merchantId: order.merchantId,
      transactionId: transaction.id,
      accountId: attempt.accountId,
      type: order.paymentMethodType,
      direction: method.transactionType === 'PAYOUT' ? 'WITHDRAWAL' : 'DEPOSIT',
      amountMinor: order.amountMinor,
      currency: order.currency,
      reference: order.reference,
      description: order.description,
      country: order.country ?? null,
      merchantName: await ports.findMerchantName(order.merchantId),
      blikCode: details.blikCode,
      vpa: details.vpa,
      beneficiary: details.beneficiary,
      returnUrls:
        returnUrl === null || method.lifetimeMs === null
          ? null
          : {
              approved: returnUrl,
              declined: details.errorUrl ?? returnUrl,
              canceled: details.cancelUrl ?? returnUrl,
            },
      expiresAtMs: method.lifetimeMs === null ? null : continuation.expiresAtMs,
      callbackUrl: `${ports.baseUrl()}/api/providers/${provider.id}/callback`,
      simulation: ports.readAlternativeSimulation(transaction),
    })
  const heard = await callProvider(ports, provider.id, 'order', placeOrder, ({ kind }) => kind)
  return heard.kind === 'silent' ? null : heard.value
}

/** What the provider's answer makes of the transaction, its attempt and the way on. */
function applyAnswer(
  ports: FlowPorts,
  { transaction, attempt, continuation }: StartedOrder,
  answer: OrderAnswer | null,
): { readonly to: Partial<Continuation>; readonly after: Transaction; readonly next: Attempt } {
  const nowMs = ports.clock.now()
  const waiting = { ...transaction, updatedAtMs: nowMs }
  if (answer === null) {
    return {
      to: { step: 'WAITING' },
      after: waiting,
      next: { ...attempt, status: 'UNKNOWN', dueAtMs: nowMs + FIRST_QUERY_MS.unknown },
    }
  }
  if (answer.kind !== 'outcome') {
    const account = answer.kind === 'instructions' ? answer.account : null
    return {
      to: { step: 'REDIRECT' },
      after: {
        ...waiting,
        redirectUrl: answer.url,
        bankTransfer: account && { ...account, expiresAtMs: continuation.expiresAtMs },
      },
      next: { ...attempt, status: 'PENDING', dueAtMs: nowMs + FIRST_QUERY_MS.redirect },
    }
  }
  const decided = withProviderOutcome(attempt, answer.outcome)
  const { processingCode } = answer.outcome
  if (statusForCode(processingCode) === 'PENDING') {
    return {
      to: { step: 'WAITING' },
      after: waiting,
      next: { ...decided, status: 'PENDING', dueAtMs: nowMs + FIRST_QUERY_MS.pending },
    }
  }
  return {
    to: ERASED,
    after: endTransaction(transaction, decided, { processingCode, retryable: false, nowMs }),
    next: decided,
  }
}
