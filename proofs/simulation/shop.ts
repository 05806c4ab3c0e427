import { type PublicEncryptionKey, sealCard } from '@sluice/card-encryption/encrypt'
import type {
  ClientEnvelope,
  EmbeddedSession,
  Envelope,
  SandboxCredentials,
  Transaction,
} from '@sluice/types'

import { RETURN_URLS } from '../../packages/gateway/test/elsewhere.ts'
import { BROWSER_INFO } from '../../packages/gateway/test/merchant-at-gateway.ts'
import { decodeToken } from '../../packages/gateway/test/shopper.ts'
import type { AccessControlServer } from './access-control-server.ts'
import type { NamedRandom } from './named-random.ts'
import type { Question, Reply } from './gateway-in-simulation.ts'
import type { Gateways } from './gateways.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import type { Intent } from './plan.ts'

/** A response that a merchant has, which later states must not contradict. */
export interface Acknowledgement {
  readonly intent: string
  readonly transactionId: string
  readonly status: string
}

/** Longer than the gateway waits for all its providers. */
const PATIENCE_MS = 90_000
const BETWEEN_TRIES_MS = 1_500
/** A shopper on the bank's page. */
const TYPING_MS = [1_000, 20_000, 120_000] as const
/** The number of cards that a shopper tries in one session. */
const CARDS_MAX = 4
/** Merchants give up eventually. The outcome of the money is then read from the status. */
const TRIES_MAX = 12

interface Environment {
  readonly scheduler: Scheduler
  readonly randomness: NamedRandom
  readonly network: Network
  readonly gateways: Gateways
  readonly accessControl: AccessControlServer
}

/** A merchant's server and its shoppers, who retry until they get an answer. */
export class Shop {
  readonly acknowledged: Acknowledgement[] = []
  /** Responses that a gateway must never give. */
  readonly complaints: string[] = []
  /** The transaction of each intent, once it is known. */
  readonly made = new Map<string, string>()
  /** Intents that are sent with a key, so they happen once. */
  readonly named = new Set<string>()
  /** The saved card of each intent. */
  readonly #saved = new Map<string, string>()
  readonly #securityCode: string
  readonly #environment: Environment
  readonly #credentials: SandboxCredentials
  readonly #key: PublicEncryptionKey
  #token: string | null = null
  #busy = 0

  constructor(environment: Environment, credentials: SandboxCredentials, securityCode: string) {
    this.#securityCode = securityCode
    this.#environment = environment
    this.#credentials = credentials
    const keys = credentials.encryption_keys.keys as readonly PublicEncryptionKey[]
    const key = keys.find(({ alg }) => alg === 'HPKE-7')
    if (!key) throw new Error('no HPKE-7 key')
    this.#key = key
  }

  get isBusy(): boolean {
    return this.#busy > 0
  }

  /** Starts an intent. It ends with a final answer, or is abandoned. */
  begin(intent: Intent, of: Intent | null): void {
    this.#busy += 1
    if (intent.isNamed) this.named.add(intent.name)
    void this.#pursue(intent, of)
      .catch((error: unknown) => this.complaints.push(`${intent.name}: ${String(error)}`))
      .finally(() => (this.#busy -= 1))
  }

  async #pursue(intent: Intent, of: Intent | null): Promise<void> {
    await this.#sleep(`wants ${intent.name}`, intent.atMs)
    for (let tries = 0; of && !this.made.has(of.name) && tries < TRIES_MAX; tries += 1)
      await this.#sleep(`${intent.name} waits for ${of.name}`, pauseAfter(tries))
    const question = await this.#write(intent, of)
    if (question === null) return
    const reply = await this.#insist(intent.name, question)
    if (reply?.status !== 200) return
    if (intent.way === 'session')
      return this.#payInBrowser(intent, (JSON.parse(reply.text) as EmbeddedSession).id)
    const answer = JSON.parse(reply.text) as Partial<Envelope> & Partial<Transaction>
    const challenge = answer.action?.type === 'THREE_DS_2_CHALLENGE' ? answer.action : null
    const id = answer.id ?? answer.result?.id ?? answer.redirect?.transaction_id ?? challenge?.transaction_id
    if (id === undefined) return void this.complaints.push(`${intent.name}: the answer names no transaction`)
    this.#note(intent, id, answer.status ?? answer.result?.status ?? 'PENDING')
    this.#keepCard(intent, answer.result)
    if (challenge) await this.#takeChallenge(intent, challenge)
  }

  /** The shopper pays a session, and tries another card while the answer permits it. */
  async #payInBrowser(intent: Intent, sessionId: string): Promise<void> {
    for (let card = 0; card < CARDS_MAX; card += 1) {
      const result = await this.#payWithCard(intent, sessionId, card)
      if (!result?.correctable) return
      await this.#sleep(`${intent.name} looks for another card`, BETWEEN_TRIES_MS)
    }
  }

  async #payWithCard(
    intent: Intent,
    sessionId: string,
    card: number,
  ): Promise<ClientEnvelope['result'] | null> {
    const ask = async (name: string, path: string, body: unknown): Promise<ClientEnvelope | null> => {
      const reply = await this.#insist(`${intent.name}: ${name} ${card}`, {
        method: 'POST',
        path: `/api/client/sessions/${sessionId}/${path}`,
        headers: {
          'content-type': 'application/json',
          'x-client-key': this.#credentials.client_key,
          ...(intent.isNamed ? { 'idempotency-key': `${name} ${card} of ${intent.name}` } : {}),
        },
        body: JSON.stringify(body),
      })
      return reply?.status === 200 ? (JSON.parse(reply.text) as ClientEnvelope) : null
    }
    const data = await this.#seal(sessionId)
    const first = await ask('pay', 'payments', {
      payment_method: { type: 'card', data },
      browser_info: BROWSER_INFO,
    })
    const action = first?.action
    if (action?.type !== 'THREE_DS_2_CHALLENGE') return this.#recordInBrowser(intent, first)
    this.#note(intent, action.transaction_id, 'PENDING')
    if (!(await this.#visitBank(intent, action.token))) return null
    const { payment_data, session_id } = action
    const last = await ask('complete', 'three-ds/authentication-completed', {
      payment_data,
      session_id,
      trans_status: 'Y',
    })
    return this.#recordInBrowser(intent, last)
  }

  /** A decline that can be corrected is not final: the payment stays open for the next card. */
  #recordInBrowser(intent: Intent, envelope: ClientEnvelope | null): ClientEnvelope['result'] | null {
    const result = envelope?.result
    if (!result) return null
    this.#note(intent, result.id, result.correctable ? 'PENDING' : result.status)
    return result
  }

  #keepCard(intent: Intent, result: Envelope['result'] | undefined): void {
    const token = result?.payment_method.token
    if (token) this.#saved.set(intent.name, token)
  }

  /** The shopper passes the bank's page, and the merchant continues. */
  async #takeChallenge(intent: Intent, action: NonNullable<Envelope['action']>): Promise<void> {
    if (!(await this.#visitBank(intent, action.token))) return
    const { payment_data, session_id } = action
    const reply = await this.#insist(`${intent.name}: complete`, {
      method: 'POST',
      path: '/api/transactions/three-ds/authentication-completed',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_data, session_id, trans_status: 'Y' }),
    })
    if (reply?.status !== 200) return
    const { result } = JSON.parse(reply.text) as Envelope
    if (result) this.#note(intent, result.id, result.status)
    this.#keepCard(intent, result)
  }

  /** The browser brings the bank's result; false if the shopper left. */
  async #visitBank(intent: Intent, token: string): Promise<boolean> {
    const { accessControl, randomness } = this.#environment
    const { three_ds_server_trans_id: transId, acs_trans_id: acsTransId } = decodeToken(token)
    const challenge = accessControl.challenges.get(transId)
    if (intent.authentication === 'abandoned' || challenge === undefined) return false
    await this.#sleep(
      `${intent.name} is at the bank`,
      randomness.of(`typing of ${intent.name}`).pick(TYPING_MS),
    )
    accessControl.pass(challenge)
    const { pathname } = new URL(challenge.notificationUrl)
    const notice = {
      threeDSServerTransID: transId,
      acsTransID: acsTransId,
      messageType: 'CRes',
      transStatus: 'Y',
    }
    const cres = Buffer.from(JSON.stringify({ ...notice, messageVersion: '2.2.0' })).toString('base64url')
    await this.#try(`${intent.name}: browser`, {
      method: 'POST',
      path: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-dest': 'iframe' },
      body: new URLSearchParams({ cres }).toString(),
    })
    return true
  }

  #note(intent: Intent, transactionId: string, status: string): void {
    const before = this.made.get(intent.name)
    if (before !== undefined && before !== transactionId)
      this.complaints.push(`${intent.name}: made ${before} and ${transactionId}`)
    this.made.set(intent.name, transactionId)
    this.acknowledged.push({ intent: intent.name, transactionId, status })
    this.#environment.scheduler.note(`shop: ${intent.name} is ${status}`)
  }

  /**
   * Resends the same request with the same idempotency key until it gets a definite response; returns null if it stops.
   */
  async #insist(name: string, question: Question): Promise<Reply | null> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const reply = await this.#try(name, await this.#authorize(name, question))
      if (reply !== null && isDefinite(reply)) return reply
      if (reply?.status === 401) this.#token = null
      await this.#sleep(`${name} waits`, pauseAfter(tries))
    }
    return null
  }

  async #authorize(name: string, question: Question): Promise<Question> {
    if ('x-client-key' in question.headers) return question
    if (this.#token === null) {
      const { client_id, client_secret, realm } = this.#credentials
      const reply = await this.#try(`${name}: log-in`, {
        method: 'POST',
        path: `/realms/${realm}/protocol/openid-connect/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
      })
      if (reply?.status === 200)
        this.#token = (JSON.parse(reply.text) as { access_token: string }).access_token
    }
    return {
      ...question,
      headers: { ...question.headers, authorization: `Bearer ${this.#token ?? 'none'}` },
    }
  }

  /** Sends once; returns null if no answer arrived. */
  async #try(name: string, question: Question): Promise<Reply | null> {
    const { network, gateways, scheduler } = this.#environment
    const answered = network.carry('shop', `shop: ${name}`, () => gateways.ask(question)).catch(() => null)
    const waited = new AbortController()
    const late = scheduler.timersOf('shop').sleep(PATIENCE_MS, waited.signal)
    const reply = await Promise.race([answered, late.then(() => null)])
    waited.abort()
    if (reply === null) return null
    scheduler.note(`shop: ${name} is answered ${reply.status} ${reply.text}`)
    // An error of the gateway is not an answer.
    if (reply.status >= 500 && reply.status !== 503)
      this.complaints.push(`${name}: answered ${reply.status} ${reply.text}`)
    return reply
  }

  async #write(intent: Intent, of: Intent | null): Promise<Question | null> {
    const body = await this.#describe(intent, of)
    if (body === null) return null
    return {
      method: 'POST',
      path: PATHS[intent.way],
      headers: {
        'content-type': 'application/json',
        ...(intent.isNamed ? { 'idempotency-key': `key of ${intent.name}` } : {}),
      },
      body: JSON.stringify({
        ...body,
        terminal_id: this.#credentials.terminal_id,
        metadata: { intent: intent.name, authentication: intent.authentication },
      }),
    }
  }

  async #describe(intent: Intent, of: Intent | null): Promise<Record<string, unknown> | null> {
    const money = { reference: intent.name.replace(' ', '-'), amount: intent.amountMinor, currency: 'EUR' }
    switch (intent.way) {
      case 'purchase':
      case 'authorization':
        return {
          ...money,
          description: 'Two apples',
          transaction_type: intent.way === 'purchase' ? 'PURCHASE' : 'AUTHORIZE',
          payment_method: { type: 'card', data: await this.#seal('') },
          tokenization: {
            save_card_for_future_payments: true,
            tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION',
          },
          browser_info: BROWSER_INFO,
          return_url: RETURN_URLS.return_url,
        }
      case 'session':
        return {
          ...money,
          description: 'Two apples',
          transaction_type: 'PURCHASE',
          return_url: RETURN_URLS.return_url,
        }
      case 'saved': {
        const saved = of && this.#saved.get(of.name)
        if (!saved) return null
        return {
          ...money,
          description: 'Two apples, again',
          transaction_type: 'PURCHASE',
          payment_method: { type: 'saved_card', data: { payment_method_id: saved } },
          browser_info: BROWSER_INFO,
          return_url: RETURN_URLS.return_url,
        }
      }
      case 'payment':
        return {
          ...money,
          ...RETURN_URLS,
          description: 'Two apples',
          method: 'OPEN_BANKING',
          country: 'DE',
          customer_ip: '203.0.113.7',
        }
      case 'payout':
        return {
          ...money,
          currency: 'INR',
          description: 'Winnings',
          beneficiary: {
            type: 'bank_account',
            data: { account_number: '100000000001', account_name: 'Asha Rao', ifsc: 'HDFC0001234' },
          },
        }
      default: {
        // The parent is identified by its id, once it is known.
        const parent = of && this.made.get(of.name)
        if (!of || parent === undefined) return null
        const root = of.way === 'CAPTURE' ? (of.of ?? '') : of.name
        return {
          ...money,
          reference: root.replace(' ', '-'),
          transaction_type: intent.way,
          parent_transaction_id: parent,
          ...(intent.way === 'CAPTURE' ? { options: { final_capture: false } } : {}),
        }
      }
    }
  }

  async #seal(context: string) {
    return sealCard({
      key: this.#key,
      issuedAtSeconds: Math.floor(this.#environment.scheduler.nowMs / 1000),
      context,
      card: {
        number: '4242424242424242',
        cvv: this.#securityCode,
        expirationMonth: '12',
        expirationYear: '2030',
      },
    })
  }

  #sleep(what: string, ms: number): Promise<void> {
    return this.#environment.scheduler.wait('shop', what, ms)
  }
}

const PATHS: Readonly<Record<Intent['way'], string>> = {
  purchase: '/api/transactions/authorize',
  session: '/api/sessions',
  saved: '/api/transactions/authorize',
  authorization: '/api/transactions/authorize',
  payment: '/api/transactions/payment',
  payout: '/api/transactions/payout',
  CAPTURE: '/api/transactions/manage',
  REFUND: '/api/transactions/manage',
  VOID: '/api/transactions/manage',
  INCREMENT: '/api/transactions/manage',
  EXTEND: '/api/transactions/manage',
}

/** The delay grows up to a minute and a half. */
const pauseAfter = (tries: number): number => BETWEEN_TRIES_MS * 2 ** Math.min(tries, 6)

/** Answers after which sending the same request again is pointless. */
function isDefinite({ status }: Reply): boolean {
  return status < 500 && ![401, 408, 409, 429].includes(status)
}
