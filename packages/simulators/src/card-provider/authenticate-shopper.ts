import type { Exemption, ProcessingCode, TransStatus } from '@sluice/types/vocabulary'

import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import { ACS_PATHS } from '../acs/acs-paths.ts'
import type { ChallengeRecords } from '../acs/challenge-records.ts'
import {
  type AuthorizationAnswer,
  type ShopperResult,
  type ContinuationAnswer,
  notExecuted,
  type Provider,
  type ProviderAuthorization,
  type ProviderOutcome,
  type ShopperAddresses,
} from '../provider.ts'
import { eciFor } from '../scenarios/authentication-outcome.ts'
import { chooseFlow } from '../scenarios/choose-flow.ts'
import { FLOWS } from '../scenarios/flows.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { resolveScenario } from '../scenarios/scenario.ts'
import { assignTransId } from '../three-ds-server/assign-trans-id.ts'
import { challengeEndUrl, hostedPageUrl } from '../three-ds-server/hosted-page-urls.ts'
import { VOIDED } from './decide-authorization.ts'
import { describeDecision } from './decision.ts'
import type { HeldPayment, HeldPayments } from './held-payment.ts'
import {
  type LedgerEntry,
  PENDING,
  PENDING_MS,
  type ProviderLedger,
  readLedgerEntry,
} from './provider-ledger.ts'

const MESSAGE_VERSION = '2.2.0'

/** The parameter of a return address that names the payment. */
const RETURNED = 'payment'

/** The `transStatus` letters after which this provider declines a payment. */
const REFUSED: ReadonlySet<TransStatus> = new Set(['N', 'R'])

/** The value of `challengeCancel` if the shopper gave up. */
const CANCELED_BY_SHOPPER = '01'

const ROUNDS_MAX = 2

export interface AuthenticationDesk {
  readonly store: ProviderLedger
  readonly held: HeldPayments
  readonly challenges: ChallengeRecords
  readonly clock: Clock
  readonly random: Random
  /**
   * Returns the origin of the simulators' pages. It is called for each request, because the port may be chosen only
   * when the server listens.
   */
  readonly pagesUrl: () => string
}

/**
 * Lets a simulated card provider authenticate shoppers itself, as the flow of the card requires: natively by EMV
 * messages, on a page, or by a form. Some flows break a rule that gateways must enforce.
 *
 * @param decide - makes the ledger's entry for a payment whose shopper is authenticated.
 */
export function withAuthentication(
  provider: Provider,
  desk: AuthenticationDesk,
  decide: (request: ProviderAuthorization) => LedgerEntry,
): Provider {
  const { store, held, clock } = desk
  const { id } = provider

  return {
    ...provider,
    capabilities: { ...provider.capabilities, authenticates: true },

    async authorize(request): Promise<ProviderOutcome | AuthorizationAnswer> {
      const { shopper } = request
      if (shopper === undefined) return provider.authorize(request)
      const decided = await store.find(id, request.idempotencyKey)
      if (decided !== null) return provider.authorize(request)
      const payment = await held.add(describe(id, request, shopper, decide(request)))
      return payment.step === 'FINGERPRINT' ? askFor(payment) : proceed(payment)
    },

    async continue(key, brought): Promise<ContinuationAnswer> {
      const payment = await findReturned(key, brought)
      if (payment === null) return { kind: 'not_valid', key }
      const decided = await store.find(id, payment.idempotencyKey)
      if (decided !== null) return outcome(payment, decided)
      if (payment.step === 'FINGERPRINT') return proceed(payment)
      return takeResult(payment)
    },

    async cancelOrder(key) {
      const payment = await held.find(id, key)
      if (payment === null) return notExecuted('a payment that waits for nobody')
      const code: ProcessingCode = payment.payableAtMs === null ? '1003' : '1000'
      return (await settle(payment, code)).outcome
    },

    async findOutcome(key) {
      const payment = await held.find(id, key)
      if (payment === null) return provider.findOutcome(key)
      const decided = await store.find(id, key)
      if (decided !== null) return outcome(payment, decided).outcome
      const { payableAtMs } = payment
      if (payableAtMs === null) return readAs(payment, PENDING)
      // The shopper was still on the page.
      return clock.now() >= payableAtMs
        ? (await settle({ ...payment, told: 'Y' }, null)).outcome
        : readAs(payment, '1000')
    },
  }

  /**
   * Finds the payment of a result. The result names its payment; EMV messages belong to the payment that is
   * continued.
   */
  async function findReturned(key: string, brought: ShopperResult): Promise<HeldPayment | null> {
    if (brought.kind !== 'RETURN') return held.find(id, key)
    const named = new URLSearchParams(brought.query).get(RETURNED)
    return named === null ? null : held.findByTransId(id, named)
  }

  function askFor(payment: HeldPayment): AuthorizationAnswer {
    return {
      kind: 'authenticate',
      key: payment.idempotencyKey,
      step: {
        kind: 'FINGERPRINT',
        three_ds_server_trans_id: payment.transId,
        three_ds_method_url:
          desk.pagesUrl() +
          (FLOWS[payment.flow].enrolment === 'method_silent' ? ACS_PATHS.silentMethod : ACS_PATHS.method),
        message_version: MESSAGE_VERSION,
      },
    }
  }

  /** Returns the next step after the device data was collected. */
  async function proceed(payment: HeldPayment): Promise<AuthorizationAnswer> {
    const { ares, enrolment, challenge } = FLOWS[payment.flow]
    if (enrolment === 'not_required' || payment.flow === 'PROVIDER_UNAUTHENTICATED')
      return settle({ ...payment, told: null }, null)
    if (ares === 'error') return settle(payment, '3000')
    if (challenge !== null) return challengeShopper(payment)
    return applyTransStatus(payment, ares ?? 'U')
  }

  async function challengeShopper(before: HeldPayment): Promise<AuthorizationAnswer> {
    const payment: HeldPayment = { ...before, step: 'CHALLENGE', round: before.round + 1 }
    const { delivery } = FLOWS[payment.flow]
    const isNative = delivery === 'action'
    const of = { threeDsServerTransId: payment.transId }
    const record = await desk.challenges.add({
      ...of,
      acsTransId: desk.random.uuid(),
      dsTransId: desk.random.uuid(),
      messageVersion: MESSAGE_VERSION,
      flow: payment.flow,
      cresForm: payment.cresForm,
      brand: payment.brand,
      cardLast4: payment.cardLast4,
      merchantId: payment.merchantId,
      merchantName: null,
      amountMinor: payment.entry.amountMinor,
      currency: payment.entry.currency,
      notificationUrl: isNative ? payment.shopper.notificationUrl : challengeEndUrl(desk.pagesUrl(), of),
      returnUrl: isNative ? null : `${payment.shopper.returnUrl}?${RETURNED}=${payment.transId}`,
      language: payment.language,
      createdAtMs: clock.now(),
    })
    await held.update(payment)
    const url = hostedPageUrl(desk.pagesUrl(), record)
    const key = payment.idempotencyKey
    if (delivery === 'form_submit')
      return {
        kind: 'authenticate',
        key,
        step: { kind: 'FORM', url, fields: { [RETURNED]: payment.transId } },
      }
    if (!isNative) return { kind: 'authenticate', key, step: { kind: 'REDIRECT', url } }
    return {
      kind: 'authenticate',
      key,
      step: {
        kind: 'CHALLENGE',
        three_ds_server_trans_id: payment.transId,
        acs_trans_id: record.acsTransId,
        acs_url: desk.pagesUrl() + ACS_PATHS.challenge,
        message_version: MESSAGE_VERSION,
      },
    }
  }

  /** The bank's own result counts, not what the browser reports. */
  async function takeResult(payment: HeldPayment): Promise<ContinuationAnswer> {
    const key = payment.idempotencyKey
    const rounds = await desk.challenges.listRounds(payment.transId)
    const result = rounds.find(({ round }) => round === payment.round)?.result ?? null
    if (result === null) return { kind: 'not_valid', key }
    if (payment.flow === 'PROVIDER_NAMES_ANOTHER') return nameAnother(payment)
    if (result.kind === 'error') return settle(payment, '3000')
    if (result.transStatus === 'C')
      return payment.round < ROUNDS_MAX ? challengeShopper(payment) : settle(payment, '3000')
    if (result.challengeCancel === CANCELED_BY_SHOPPER)
      return settle({ ...payment, told: result.transStatus }, '1003')
    if (payment.flow === 'PROVIDER_PAYABLE_AFTER_DECLINE') return leavePayable(payment, result.transStatus)
    return applyTransStatus(payment, result.transStatus)
  }

  /** Answers falsely: the answer names a payment that the gateway never created. */
  function nameAnother(payment: HeldPayment): ContinuationAnswer {
    const approved = readLedgerEntry(payment.entry, clock.now())
    return { kind: 'outcome', key: `${payment.idempotencyKey.slice(0, -1)}~`, outcome: approved }
  }

  /** Declines, and leaves a page open on which the shopper can still pay, until the payment is canceled. */
  async function leavePayable(payment: HeldPayment, told: TransStatus): Promise<ContinuationAnswer> {
    const open = { ...payment, told, payableAtMs: clock.now() + PENDING_MS }
    await held.update(open)
    return { kind: 'outcome', key: open.idempotencyKey, outcome: readAs(open, '1000') }
  }

  function applyTransStatus(payment: HeldPayment, told: TransStatus) {
    return settle({ ...payment, told }, REFUSED.has(told) ? '3001' : null)
  }

  /** @param code - replaces the decision for an authenticated shopper. */
  async function settle(payment: HeldPayment, code: ProcessingCode | null) {
    await held.update({ ...payment, step: 'NONE' })
    const entry =
      code === null ? payment.entry : { ...payment.entry, ...describeDecision(code, null, null, false) }
    const standing = await store.record(entry, VOIDED)
    const { idempotencyKey: key } = payment
    if (standing === null) return { kind: 'outcome', key, outcome: notExecuted('fenced') } as const
    return outcome(payment, standing)
  }

  function outcome(payment: HeldPayment, entry: LedgerEntry) {
    const { idempotencyKey: key, told, brand } = payment
    const read = readLedgerEntry(entry, clock.now())
    // An exemption that the issuer did not accept was not applied.
    const exemption = read.isSoftDecline ? null : exemptionOf(payment)
    const letter = exemption === null ? told : 'I'
    const authentication = told && letter && { transStatus: letter, eci: eciFor(letter, brand), exemption }
    return {
      kind: 'outcome',
      key,
      outcome: { ...read, ...(authentication && { authentication }) },
    } as const
  }

  function readAs(payment: HeldPayment, code: ProcessingCode): ProviderOutcome {
    const entry = { ...payment.entry, ...describeDecision(code, null, null, false), createdAtMs: clock.now() }
    return readLedgerEntry(entry, clock.now())
  }
}

/** One flow applies an exemption even if nobody requested it. */
function exemptionOf({ flow, exemption = null }: HeldPayment): Exemption | null {
  return flow === 'PROVIDER_EXEMPTION' ? 'LOW_VALUE' : exemption
}

function describe(
  providerId: string,
  request: ProviderAuthorization,
  shopper: ShopperAddresses,
  entry: LedgerEntry,
): HeldPayment {
  const simulation = readSimulation(request.metadata)
  const pan = request.card.pan.reveal()
  const wanted = resolveScenario(pan, simulation)
  const { exemption } = request
  const flow = chooseFlow(wanted.flow, { ...shopper, exemption })
  const isLookedAt = FLOWS[flow].enrolment === 'method' || FLOWS[flow].enrolment === 'method_silent'
  return {
    providerId,
    idempotencyKey: request.idempotencyKey,
    merchantId: request.merchantId,
    transId: assignTransId(`${providerId}:${request.idempotencyKey}`),
    entry,
    flow,
    cresForm: simulation.cresForm,
    brand: request.card.brand,
    cardLast4: pan.slice(-4),
    language: shopper.language,
    shopper,
    exemption: flow === wanted.flow ? null : exemption,
    step: isLookedAt ? 'FINGERPRINT' : 'NONE',
    round: 0,
    told: null,
    payableAtMs: null,
  }
}
