/** An in-memory acquirer that authenticates the shopper itself, with books that a test can read. */
import { randomUUID } from 'node:crypto'

import { Secret } from '@sluice/platform/kernel/secret'

import {
  type AuthenticationNeeded,
  type AuthenticationStep,
  type Cancellation,
  ContradictingAnswer,
  type Fence,
  type ContinuationRequest,
  type InvalidResult,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
  type ProviderOutcome,
  type ReportedAuthentication,
  type UndoRequest,
} from '../src/transactions/execution/provider.ts'
import { PROVIDER_OUTCOME } from './elsewhere.ts'
import { FENCED } from './make-provider.ts'

export const AUTHENTICATED: ReportedAuthentication = {
  transStatus: 'Y',
  eci: '05',
  dsTransId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  messageVersion: '2.2.0',
  exemptionApplied: null,
}

const DECLINED: ProviderOutcome = {
  ...PROVIDER_OUTCOME,
  processingCode: '1000',
  providerResponseCode: '05',
  providerResponseMessage: 'Declined',
  approvalCode: null,
}
const CANCELED: ProviderOutcome = { ...DECLINED, processingCode: '1003', providerResponseMessage: 'Canceled' }
const PENDING: ProviderOutcome = { ...DECLINED, processingCode: '1002', providerResponseMessage: 'Pending' }

/** A payment that is pending or final at the provider. */
export interface HeldPayment {
  readonly request: ProviderAuthorization
  /** The query that the payment's page adds to the return address. */
  readonly token: string
  state: 'AWAITING' | 'APPROVED' | 'DECLINED' | 'CANCELED'
  /** Whether the page can still be paid after a decline. */
  isPayable: boolean
  steps: AuthenticationStep[]
}

/** A call whose answer the gateway loses. */
type LostCall = 'authorize' | 'continue' | 'cancel' | 'find'

export class AuthenticatingProvider implements Provider {
  readonly id: string
  readonly payments = new Map<string, HeldPayment>()
  readonly undone: string[] = []
  /** All calls that arrived, in order. */
  readonly calls: string[] = []
  /** The keys of executed continuations. */
  readonly continued = new Map<string, ProviderOutcome | AuthenticationNeeded | InvalidResult>()
  /** The keys of all continuations that arrived, including lost ones. */
  readonly continuationKeys: string[] = []
  /** The provider's state in each continuation. */
  readonly continuationStates: (string | null)[] = []
  capabilities: ProviderCapabilities

  /** The steps that the next payments require of their shoppers. */
  script: readonly AuthenticationStep['kind'][] = ['page']
  form = false
  decides: 'approve' | 'decline' | 'decline retryable' | 'soft decline' | 'expired card' = 'approve'
  told: ReportedAuthentication | null = AUTHENTICATED
  keepsPayable = false
  cancelAnswers: 'honestly' | 'requested' = 'honestly'
  loses = new Set<LostCall>()
  /** Runs when a call arrives, and before it is answered. */
  onCall: (call: string, when: 'arrives' | 'answers') => void = () => undefined
  /** Runs before a continuation is executed. */
  beforeContinue: () => Promise<void> = () => Promise.resolve()

  constructor(id: string, authenticatesAt: readonly string[]) {
    this.id = id
    this.capabilities = { ...FENCED, authenticatesAt: new Set(authenticatesAt) }
  }

  /** The keys of payments that moved money and were not undone. */
  get moved(): readonly string[] {
    return [...this.payments].flatMap(([key, { state }]) =>
      state === 'APPROVED' && !this.undone.includes(key) ? [key] : [],
    )
  }

  get latest(): HeldPayment {
    const payment = [...this.payments.values()].at(-1)
    if (payment === undefined) throw new Error('no payment arrived')
    return payment
  }

  reset(): void {
    this.payments.clear()
    this.capabilities = { ...this.capabilities, reports: 'NONE' }
    this.continued.clear()
    this.continuationKeys.length = 0
    this.continuationStates.length = 0
    this.undone.length = 0
    this.calls.length = 0
    this.script = ['page']
    this.form = false
    this.decides = 'approve'
    this.told = AUTHENTICATED
    this.keepsPayable = false
    this.cancelAnswers = 'honestly'
    this.loses.clear()
    this.beforeContinue = () => Promise.resolve()
    this.onCall = () => undefined
  }

  async authorize(request: ProviderAuthorization): Promise<ProviderOutcome | AuthenticationNeeded> {
    this.#arrive('authorize')
    const payment: HeldPayment = {
      request,
      token: randomUUID(),
      state: 'AWAITING',
      isPayable: false,
      steps: this.script.map((kind) => this.#step(kind)),
    }
    this.payments.set(request.idempotencyKey, payment)
    return this.#answer('authorize', this.#proceed(payment))
  }

  async continue({
    idempotencyKey,
    payment: { key, state },
    brought,
  }: ContinuationRequest): Promise<ProviderOutcome | AuthenticationNeeded | InvalidResult> {
    this.#arrive('continue')
    this.continuationKeys.push(idempotencyKey)
    this.continuationStates.push(state?.reveal() ?? null)
    await this.beforeContinue()
    const known = this.continued.get(idempotencyKey)
    if (known !== undefined) return this.#answer('continue', known)
    const own = this.#find(key)
    const token = brought.kind === 'return' ? new URLSearchParams(brought.query).get('token') : own.token
    const named = [...this.payments.values()].find((payment) => payment.token === token)
    if (named === undefined) {
      const answer: InvalidResult = { kind: 'not_valid' }
      this.continued.set(idempotencyKey, answer)
      return this.#answer('continue', answer)
    }
    if (named.state === 'AWAITING') named.steps = named.steps.slice(1)
    const answer = this.#proceed(named)
    this.continued.set(idempotencyKey, answer)
    // The returned result determines which payment is executed, and the answer names that one.
    if (named !== own)
      throw new ContradictingAnswer('KEY_MISMATCH', { key: named.request.idempotencyKey, asked_key: key })
    return this.#answer('continue', answer)
  }

  async cancelOrder({ order: { key } }: Cancellation): Promise<ProviderOutcome> {
    this.#arrive('cancel')
    if (this.cancelAnswers === 'requested') return this.#answer('cancel', PENDING)
    const payment = this.payments.get(key)
    if (payment === undefined) return this.#answer('cancel', CANCELED)
    payment.isPayable = false
    if (payment.state === 'AWAITING') payment.state = 'CANCELED'
    return this.#answer('cancel', this.#outcome(payment))
  }

  async findOutcome({ key }: { readonly key: string }): Promise<ProviderOutcome | null> {
    this.#arrive('find')
    const payment = this.payments.get(key)
    return this.#answer('find', payment ? this.#outcome(payment) : null)
  }

  async undo({ original: { key } }: UndoRequest): Promise<ProviderOutcome> {
    this.#arrive('undo')
    this.undone.push(key)
    return PROVIDER_OUTCOME
  }

  operate(): Promise<ProviderOutcome> {
    return Promise.resolve(PROVIDER_OUTCOME)
  }

  order(): Promise<never> {
    return Promise.reject(new Error('the provider takes no orders'))
  }

  async fence({ key }: { readonly key: string }): Promise<Fence> {
    this.#arrive('fence')
    const payment = this.payments.get(key)
    return payment ? { kind: 'outcome', outcome: this.#outcome(payment) } : { kind: 'fenced' }
  }

  /** Pays at a page that was left open. */
  payAtPage(payment: HeldPayment): void {
    if (payment.isPayable) payment.state = 'APPROVED'
  }

  #find(key: string): HeldPayment {
    const payment = this.payments.get(key)
    if (payment === undefined) throw new Error(`the provider has never seen ${key}`)
    return payment
  }

  #proceed(payment: HeldPayment): ProviderOutcome | AuthenticationNeeded {
    const [step] = payment.steps
    if (payment.state === 'AWAITING' && step !== undefined)
      return {
        kind: 'authenticate',
        step,
        names: { state: new Secret(`state of ${payment.token}`), refs: [] },
      }
    if (payment.state === 'AWAITING') {
      payment.state = this.decides === 'approve' ? 'APPROVED' : 'DECLINED'
      payment.isPayable = this.keepsPayable && payment.state === 'DECLINED'
    }
    return this.#outcome(payment)
  }

  #outcome({ state, request }: HeldPayment): ProviderOutcome {
    const authentication = this.told === null ? {} : { authentication: this.told }
    switch (state) {
      case 'AWAITING':
        return PENDING
      case 'APPROVED':
        return { ...PROVIDER_OUTCOME, approvedMinor: request.amountMinor, ...authentication }
      case 'CANCELED':
        return CANCELED
      case 'DECLINED':
        return {
          ...DECLINED,
          retryable: this.decides === 'decline retryable',
          ...(this.decides === 'expired card' && { processingCode: '2001' }),
          ...(this.decides === 'soft decline' && {
            providerResponseCode: '1A',
            report: {
              codeNamespace: null,
              avsResult: null,
              cvvResult: null,
              networkAdvice: null,
              isSoftDecline: true,
            },
          }),
        }
    }
  }

  #step(kind: AuthenticationStep['kind']): AuthenticationStep {
    const threeDsServerTransId = randomUUID()
    switch (kind) {
      case 'fingerprint':
        return {
          kind,
          threeDsServerTransId,
          methodUrl: 'https://acs.example/method',
          messageVersion: '2.2.0',
        }
      case 'challenge':
        return {
          kind,
          threeDsServerTransId,
          acsTransId: randomUUID(),
          acsUrl: 'https://acs.example/challenge',
          messageVersion: '2.2.0',
        }
      case 'page':
        return {
          kind,
          url: 'https://acquirer.example/pay',
          fields: this.form ? { session: 'form-field-of-the-acquirer' } : null,
        }
    }
  }

  #arrive(call: string): void {
    this.onCall(call, 'arrives')
    this.calls.push(call)
  }

  async #answer<T>(call: LostCall, answer: T): Promise<T> {
    this.onCall(call, 'answers')
    if (this.loses.has(call)) throw new Error('the answer was lost')
    return answer
  }
}
