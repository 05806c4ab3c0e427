import { FENCED_REASON } from '@sluice/provider-protocol'
import {
  LOCAL_SCHEME_TYPE,
  PAYMENT_RESULT_TYPES,
  PAYOUT_RESULT_TYPE,
  PROVIDER_REDIRECT_TYPES,
} from '@sluice/types/vocabulary'

import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import type { Timers } from '@sluice/shared/timers'
import {
  notExecuted,
  type OperationRequest,
  type OrderAnswer,
  type OrderRequest,
  type Provider,
  type ProviderOutcome,
} from '../provider.ts'
import { accountOf } from '../card-provider/provider-profiles.ts'
import { approvalCodeFrom, referenceNumberFor, systanFrom } from '../card-provider/trace-numbers.ts'
import { readOrderSimulation } from '../scenarios/read-metadata.ts'
import { withFault } from '../scenarios/faults.ts'
import { decideOrder, UNKNOWN_ACCOUNT } from './decide-order.ts'
import { decideRefund, type RefundRules } from './decide-refund.ts'
import { effectiveAt } from './effective-at.ts'
import { codeAt, OPEN_CODE, type SimulatedOrder, toOutcome } from './order.ts'
import type { OrderLedger, SimulatedRefund } from './order-ledger.ts'
import { providerFormUrl, providerPageUrl } from './provider-page-paths.ts'
import { describeShown, formFieldsOf } from './shown-orders.ts'
import { transferAccountFor } from './transfer-account.ts'

/** A simulated company, which signs with a callback secret of its own. */
interface CompanyProfile extends RefundRules {
  readonly id: string
  readonly methods: readonly string[]
}

export const ALTERNATIVE_PROVIDERS: readonly CompanyProfile[] = [
  { id: 'partner-blik', methods: [LOCAL_SCHEME_TYPE], operations: ['REFUND'] },
  { id: 'sim-redirect', methods: PROVIDER_REDIRECT_TYPES, operations: ['REFUND'] },
  { id: 'sim-payments', methods: PAYMENT_RESULT_TYPES, operations: ['REFUND'] },
  { id: 'sim-payouts', methods: [PAYOUT_RESULT_TYPE], operations: [] },
]

const APPROVAL_CODE_CHARS = 6
const SYSTAN_BYTES = 4
const PAGE_KEY_BYTES = 16

export interface AlternativeProviderOptions {
  readonly ledger: OrderLedger
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  /**
   * Returns the origin of the simulators' pages. It is called for each request, because the port may be chosen only
   * when the server listens.
   */
  readonly pagesUrl: () => string
}

/** Creates the simulated providers of everything that is confirmed on a page, at a bank or later. */
export function createSimulatedAlternativeProviders(
  options: AlternativeProviderOptions,
): readonly Provider[] {
  return ALTERNATIVE_PROVIDERS.map((company) => createProvider(company, options))
}

function createProvider(company: CompanyProfile, options: AlternativeProviderOptions): Provider {
  const { ledger, clock } = options
  const { id: providerId } = company
  const findOutcome = async (idempotencyKey: string): Promise<ProviderOutcome | null> => {
    const order = await ledger.find({ providerId, idempotencyKey })
    if (order) return toOutcome(codeAt(order, clock.now()), order)
    const refunded = await ledger.findRefund({ providerId, idempotencyKey })
    return refunded && toRefundOutcome(refunded)
  }
  return {
    id: providerId,
    capabilities: {
      methods: new Set(company.methods),
      operations: new Set(company.operations),
      fences: true,
      reports: 'HINT',
    },

    authorize: () => Promise.resolve(notExecuted('authorizations')),

    async order(request) {
      if (!company.methods.includes(request.type)) {
        return { kind: 'outcome', outcome: notExecuted('type') }
      }
      const known = await ledger.find({ providerId, idempotencyKey: request.idempotencyKey })
      // A repeated request gets the answer that was lost.
      if (known) return toAnswer(known, options)
      const { delayMs, fault } = readOrderSimulation(request.metadata)
      const order = await withFault(fault, async () => {
        const recorded = await ledger.record(makeOrder(providerId, request, options))
        // Stores the decision first, so that a caller that stops waiting finds the outcome by its key.
        await wait(delayMs, options)
        return recorded
      })
      return order ? toAnswer(order, options) : { kind: 'outcome', outcome: notExecuted(FENCED_REASON) }
    },

    async cancelOrder(idempotencyKey) {
      const order = await ledger.find({ providerId, idempotencyKey })
      if (!order) return notExecuted('unknown key')
      const nowMs = clock.now()
      const becomes = codeAt(order, nowMs)
      const givenUp = becomes === OPEN_CODE ? '1003' : becomes
      // A late report is already on its way: this provider breaks its promise here.
      if (order.fault === 'LATE_CALLBACK') return toOutcome(givenUp, order)
      const settled = await ledger.settle(order, givenUp, nowMs)
      return toOutcome(settled.processingCode, settled)
    },

    async fence(idempotencyKey) {
      if (await ledger.fence({ providerId, idempotencyKey })) return { kind: 'fenced' }
      const outcome = await findOutcome(idempotencyKey)
      return outcome ? { kind: 'outcome', outcome } : { kind: 'in_progress' }
    },

    findOutcome,

    operate: (request) => giveBack(company, request, options),
  }
}

function toAnswer(order: SimulatedOrder, { pagesUrl, clock }: AlternativeProviderOptions): OrderAnswer {
  const url = providerPageUrl(pagesUrl(), order.transactionId)
  const { expiresAtMs } = order
  switch (order.answer) {
    case 'redirect':
      return { kind: 'redirect', url }
    case 'form':
      return {
        kind: 'form',
        url: providerFormUrl(pagesUrl(), order.transactionId),
        data: formFieldsOf(order),
      }
    case 'instructions':
      return { kind: 'instructions', url, account: transferAccountFor(order), expiresAtMs }
    case 'display':
      return { kind: 'display', ...describeShown(order, url), expiresAtMs }
    case 'outcome':
      return { kind: 'outcome', outcome: toOutcome(codeAt(order, clock.now()), order) }
  }
}

function makeOrder(
  providerId: string,
  request: OrderRequest,
  options: AlternativeProviderOptions,
): SimulatedOrder {
  const nowMs = options.clock.now()
  const isOurs = request.accountId === accountOf({ id: providerId })
  const { settleAfterMs, ...decision } = isOurs ? decideOrder(request) : UNKNOWN_ACCOUNT
  const { fault } = readOrderSimulation(request.metadata)
  const { expiresAtMs } = request
  return {
    providerId,
    idempotencyKey: request.idempotencyKey,
    merchantId: request.merchantId,
    transactionId: request.transactionId,
    accountId: request.accountId,
    type: request.type,
    direction: request.direction,
    amountMinor: request.amountMinor,
    currency: request.currency,
    reference: request.reference,
    merchantName: request.merchantName,
    returnUrl: request.returnUrl,
    language: request.language,
    // No page waits for a customer, so the provider's answer stands until a report changes it.
    expiresAtMs: decision.answer === 'outcome' ? null : expiresAtMs,
    callbackUrl: request.callbackUrl,
    fault,
    ...decision,
    settleAtMs: settleAfterMs === null ? null : effectiveAt({ fault, expiresAtMs }, nowMs + settleAfterMs),
    wrongCodes: 0,
    pageKey: Buffer.from(options.random.bytes(PAGE_KEY_BYTES)).toString('base64url'),
    ...makeNumbers(nowMs, options),
    createdAtMs: nowMs,
  }
}

async function giveBack(
  company: CompanyProfile,
  request: OperationRequest,
  options: AlternativeProviderOptions,
): Promise<ProviderOutcome> {
  const { ledger, clock } = options
  const { idempotencyKey, originalKey, operation, merchantId } = request
  const { delayMs, fault } = readOrderSimulation(request.metadata)
  const providerId = company.id
  const refunded = await withFault(fault, async () => {
    const key = { providerId, idempotencyKey, originalKey, merchantId }
    const standing = await ledger.refund(key, (order, refunds) => ({
      ...key,
      operation,
      transactionId: request.transactionId,
      amountMinor: request.amountMinor,
      currency: request.currency,
      processingCode: decideRefund(request, company, { order, refunds, nowMs: clock.now() }),
      ...makeNumbers(clock.now(), options),
      createdAtMs: clock.now(),
      failedMinor: 0,
    }))
    await wait(delayMs, options)
    return standing
  })
  return refunded ? toRefundOutcome(refunded) : notExecuted(FENCED_REASON)
}

/** A simulated provider has only one account, so its refunds do not store the account. */
function toRefundOutcome(refund: SimulatedRefund): ProviderOutcome {
  return toOutcome(refund.processingCode, { ...refund, accountId: accountOf({ id: refund.providerId }) })
}

function makeNumbers(nowMs: number, { random }: AlternativeProviderOptions) {
  const systan = systanFrom(random.bytes(SYSTAN_BYTES))
  return {
    approvalCode: approvalCodeFrom(random.bytes(APPROVAL_CODE_CHARS)),
    referenceNumber: referenceNumberFor(nowMs, systan),
    systan,
  }
}

async function wait(delayMs: number, { timers }: AlternativeProviderOptions): Promise<void> {
  if (delayMs > 0) await timers.sleep(delayMs)
}
