import { expect } from 'vitest'

import {
  type PublicEncryptionKey,
  sealCard,
  sealField,
  type SealedFieldName,
} from '@sluice/card-encryption/encrypt'
import type { Envelope, GwalletToken, GwalletTokenRequest, SandboxCredentials } from '@sluice/types'
import type { SimulatedFlow } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

import { type AtTheBank, seenAnswers } from './shopper.ts'

export interface CardDetails {
  readonly number: string
  readonly cvv: string
  readonly expirationMonth: string
  readonly expirationYear: string
}

const GOOD_CARD: CardDetails = {
  number: '4242424242424242',
  cvv: '123',
  expirationMonth: '12',
  expirationYear: '2030',
}

export const BROWSER_INFO = {
  user_agent: 'Mozilla/5.0 (test shopper)',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 900,
  screen_width: 1440,
  time_zone_offset: -60,
  language: 'en-US',
}

export interface PaymentInput {
  readonly flow?: SimulatedFlow
  readonly card?: Partial<CardDetails>
  readonly metadata?: Readonly<Record<string, string | number | boolean>>
  readonly atTheBank?: AtTheBank
  /** The merchant's claim in authentication-completed, instead of the message. */
  readonly claims?: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** A network token from a wallet; without a cryptogram the bank still requires authentication. */
export interface NetworkToken {
  readonly number?: string
  readonly month?: string
  readonly year?: string
  readonly cryptogram?: string
  readonly eci?: string
  readonly source?: string
}

/** A card in the simulated web wallet. */
export type WalletCard = Partial<GwalletTokenRequest>

export interface Answer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: T
}

/** A merchant's server, which has the credentials of a sandbox and calls the gateway over real HTTP. */
export class MerchantAtGateway {
  readonly returnUrl = 'https://shop.example/return'
  readonly ready: SandboxCredentials
  readonly clock: Clock
  #token: string | null = null
  /** Milliseconds since 1970 by this machine's clock. */
  #tokenUntilMs = 0
  #orders = 0

  constructor(ready: SandboxCredentials, clock: Clock = { now: () => Date.now() }) {
    this.ready = ready
    this.clock = clock
  }

  async token(): Promise<string> {
    if (this.#token !== null && Date.now() < this.#tokenUntilMs) return this.#token
    const { client_id, client_secret, auth_url, realm } = this.ready
    const response = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'user-agent': 'test', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    })
    expect(response.status).toBe(200)
    const { access_token, expires_in } = (await response.json()) as {
      access_token: string
      expires_in: number
    }
    this.#token = access_token
    // Long proofs outlive a token; it is renewed a minute early, for the request that uses it.
    this.#tokenUntilMs = Date.now() + (expires_in - 60) * 1_000
    return access_token
  }

  /** Requests a new access token next time, because the old one expires after months. */
  forgetToken(): void {
    this.#token = null
  }

  /** Sends a request as a merchant's server does; a string body is sent unchanged. */
  async send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.ready.base_url + path, {
      method,
      headers: {
        'user-agent': 'test',
        authorization: `Bearer ${await this.token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    seenAnswers.push(text, JSON.stringify([...response.headers]))
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : null) as T,
    }
  }

  /** Sends a request as a browser with the client key does. */
  async sendFromBrowser<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    return this.send<T>(method, path, body, { 'x-client-key': this.ready.client_key, authorization: '' })
  }

  async seal(card: Partial<CardDetails> = {}, context = ''): Promise<Awaited<ReturnType<typeof sealCard>>> {
    return sealCard({ ...this.#sealing(), context, card: { ...GOOD_CARD, ...card } })
  }

  /** Builds the `payment_method.data` of a `network-token`. */
  async sealNetworkToken(token: NetworkToken = {}): Promise<Record<string, string>> {
    const seal = async (field: SealedFieldName, value: string | undefined) =>
      value === undefined ? {} : { [field]: await sealField({ ...this.#sealing(), field, value }) }
    const { eci, source } = token
    return {
      ...(await seal('encrypted_token_number', token.number ?? '4111111111111111')),
      ...(await seal('encrypted_expiration_month', token.month ?? '12')),
      ...(await seal('encrypted_expiration_year', token.year ?? '30')),
      ...(await seal('encrypted_cryptogram', token.cryptogram)),
      ...(eci === undefined ? {} : { eci }),
      ...(source === undefined ? {} : { source }),
    }
  }

  /** Builds the `payment_method` of the web wallet, with a token of the simulated one. */
  async walletMethod(card: WalletCard = {}) {
    const request: GwalletTokenRequest = {
      pan: '4111111111111111',
      expiration_month: 12,
      expiration_year: 2030,
      auth_method: 'PAN_ONLY',
      ...card,
    }
    const path = '/simulators/gwallet-pay/tokens'
    const sandbox = { 'x-sandbox-id': this.ready.sandbox_id }
    const answer = await this.send<GwalletToken>('POST', path, request, sandbox)
    expect(answer.status, answer.text).toBe(200)
    return { type: 'gwallet-pay', data: answer.body }
  }

  #sealing() {
    const keys = this.ready.encryption_keys.keys as readonly PublicEncryptionKey[]
    const key = keys.find(({ alg }) => alg === 'HPKE-7')
    if (!key) throw new Error('no HPKE-7 key')
    return { key, issuedAtSeconds: Math.floor(this.clock.now() / 1000) }
  }

  nextReference(): string {
    this.#orders += 1
    return `order-${this.#orders}-${this.ready.merchant_id.slice(-6)}-${Math.random().toString(36).slice(2, 8)}`
  }

  /** Builds a valid request for a session. */
  sessionRequest(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      terminal_id: this.ready.terminal_id,
      reference: this.nextReference(),
      description: 'Two apples',
      currency: 'EUR',
      amount: 10_000,
      transaction_type: 'PURCHASE',
      return_url: this.returnUrl,
      ...changes,
    }
  }

  /** Builds a valid card authorization request. */
  async cardRequest(input: PaymentInput = {}): Promise<Record<string, unknown>> {
    return {
      reference: this.nextReference(),
      terminal_id: this.ready.terminal_id,
      description: 'Two apples',
      currency: 'EUR',
      amount: 10_000,
      transaction_type: 'PURCHASE',
      payment_method: { type: 'card', data: await this.seal(input.card) },
      browser_info: BROWSER_INFO,
      return_url: this.returnUrl,
      metadata: { ...(input.flow ? { simulated_flow: input.flow } : {}), ...input.metadata },
      ...input.body,
    }
  }

  async authorize(input: PaymentInput = {}): Promise<Envelope> {
    return this.post<Envelope>('/api/transactions/authorize', await this.cardRequest(input))
  }

  async requestAuthentication(id: string, fingerprintResult: string, paymentData: string): Promise<Envelope> {
    return this.post<Envelope>(`/api/transactions/three-ds/${id}/request-authentication`, {
      fingerprint_result: fingerprintResult,
      payment_data: paymentData,
    })
  }

  async completeAuthentication(
    paymentData: string,
    sessionId: string,
    transStatus: string,
  ): Promise<Envelope> {
    return this.post<Envelope>('/api/transactions/three-ds/authentication-completed', {
      payment_data: paymentData,
      session_id: sessionId,
      trans_status: transStatus,
    })
  }

  /** Posts, expects success, and returns the body. */
  async post<T>(path: string, body: unknown): Promise<T> {
    const answer = await this.send<T>('POST', path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.send<T>('GET', path)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
}
