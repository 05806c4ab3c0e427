/** One successful call of every endpoint, and its body alone for calls that should fail for another reason. */
import { randomUUID } from 'node:crypto'

import {
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  type Envelope,
  type WebhookDeliveryList,
} from '@sluice/types'
import { signMessage } from '@sluice/platform/crypto/standard-webhook'

import { callbackSecret, paymentRequest, payoutRequest } from './elsewhere.ts'
import { linkRequest, makeLink } from './link-shopper.ts'
import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { decodeToken } from './shopper.ts'
import type { TestGateway } from './test-gateway.ts'

/** The inputs of a call besides its body. */
interface Prepared {
  readonly params?: Readonly<Record<string, string>>
  /** The body, instead of the usual one. */
  readonly body?: unknown
}

type Bodies = Readonly<Partial<Record<EndpointName, (at: TestGateway) => unknown>>>

const FINGERPRINT_NOT_COMPLETED = Buffer.from('{"threeDSCompInd":"N"}').toString('base64')

const refundOf = (at: TestGateway, reference: string | undefined) => ({
  reference,
  terminal_id: at.ready.terminal_id,
  currency: 'EUR',
  amount: 100,
  transaction_type: 'REFUND',
})

const WALLET_CARD = { pan: '4111111111111111', expiration_month: 12, expiration_year: 2030 }
const WALLET_MERCHANT = 'merchant.com.example.shop'

const UNKNOWN_ACCOUNT = {
  payment_provider_id: 'x',
  payment_provider_account_id: 'x',
  reason: 'Maintenance',
}
/** An account that is not the first of any test terminal. */
const KNOWN_ACCOUNT = {
  ...UNKNOWN_ACCOUNT,
  payment_provider_id: 'sim-f',
  payment_provider_account_id: 'sim-f-eur',
}

/** The bodies that pass every check of the edge. */
const REPORT = {
  accountReference: 'sim-payments-eur',
  psTransactionId: 'ps-1',
  transactionId: '0190c5d0-0000-7000-8000-000000000000',
  userId: 'user-1',
  currency: 'EUR',
  amount: 100,
  status: 'COMPLETED',
  type: 'DEPOSIT',
}

const BODIES: Bodies = {
  createSession: (at) => at.sessionRequest(),
  createHostedPaymentPage: (at) => at.sessionRequest(),
  updateSession: () => ({ amount: 900 }),
  authorize: (at) => at.cardRequest(),
  requestAuthentication: () => ({
    fingerprint_result: FINGERPRINT_NOT_COMPLETED,
    payment_data: 'x'.repeat(43),
  }),
  completeAuthentication: () => ({ payment_data: 'x'.repeat(43), session_id: 'x', trans_status: 'Y' }),
  createPayment: (at) => paymentRequest(at, { amount: 10_000 }),
  createPayout: (at) => payoutRequest(at, '123456789004'),
  manage: (at) => refundOf(at, at.nextReference()),
  createPaymentLink: (at) => linkRequest(at),
  createCustomer: () => ({ email: 'ada@example.com' }),
  updateCustomer: () => ({ description: 'VIP' }),
  createClientPayment: async (at) => ({
    payment_method: { type: 'card', data: await at.seal({}, 'x') },
    browser_info: BROWSER_INFO,
  }),
  requestClientAuthentication: () => ({
    fingerprint_result: FINGERPRINT_NOT_COMPLETED,
    payment_data: 'x'.repeat(43),
  }),
  completeClientAuthentication: () => ({ payment_data: 'x'.repeat(43), session_id: 'x', trans_status: 'Y' }),
  receiveProviderCallback: () => REPORT,
  receiveAccountCallback: () => REPORT,
  decideOutcome: ({ ready }) => ({
    merchant_id: ready.merchant_id,
    transaction_id: 'x',
    outcome: 'APPROVED',
    reason: 'In the settlement file',
  }),
  askProvider: ({ ready }) => ({ merchant_id: ready.merchant_id, transaction_id: 'x' }),
  pauseProviderAccount: () => UNKNOWN_ACCOUNT,
  resumeProviderAccount: () => UNKNOWN_ACCOUNT,
  replayWebhookDeliveries: () => ({ delivery_ids: ['x'] }),
  explainWebhookSignature: () => ({ subscription_id: 'x', headers: {}, body: '{}' }),
  createWebhookSubscription: () => ({ url: NOBODY_LISTENS }),
  addWebhookSubscription: () => ({ url: NOBODY_LISTENS }),
  updateWebhookSubscription: () => ({ filters: ['*'] }),
  setWebhookLaboratory: () => ({ duplicate: 1 }),
  resendWebhookDelivery: () => ({ changes: { payload: { status: 'DECLINED' } } }),
  sendWebhookTestMessage: () => ({ transaction_id: 'x' }),
  advanceClock: () => ({ advance_seconds: 0 }),
  retryProviderEvent: () => ({
    payment_provider_id: 'sim-a',
    payment_provider_account_id: 'sim-a-eur',
    event_id: 'x',
    reason: 'The cause is removed',
  }),
  createTestRecord: () => ({ transaction_id: 'x', kind: 'RETURNED' }),
  createSandbox: () => ({ name: 'Another' }),
  createSandboxClient: () => ({ roles: ['merchant'] }),
  takeSandboxSnapshot: () => ({ name: 'first' }),
  setSandboxFault: () => ({ kind: 'API_LATENCY', latency_ms: 1 }),
  createGwalletToken: () => ({ ...WALLET_CARD, auth_method: 'PAN_ONLY' }),
  createAwalletToken: () => ({ ...WALLET_CARD, merchant_identifier: WALLET_MERCHANT }),
}

export async function bodyOf(at: TestGateway, name: EndpointName): Promise<unknown> {
  return BODIES[name]?.(at)
}

/** The provider that replaces `x` in a path. */
export const PROVIDER_ID = 'sim-payments'

/** Returns the headers with which a provider signs `text`; none for other endpoints. */
export function signatureFor(name: EndpointName, at: TestGateway, text: string): Record<string, string> {
  if (ENDPOINTS[name].auth !== 'provider-signature') return {}
  const secrets = [callbackSecret(at, PROVIDER_ID)]
  return { ...signMessage(text, { id: `msg_${randomUUID()}`, nowMs: Date.now(), secrets }) }
}

async function createSession(at: TestGateway): Promise<string> {
  return (await at.post<{ id: string }>('/api/sessions', at.sessionRequest())).id
}

async function submit(
  at: TestGateway,
  flow: string,
): Promise<{ readonly id: string; readonly envelope: Envelope }> {
  const { id } = await at.post<{ id: string }>(
    '/api/sessions',
    at.sessionRequest({ metadata: { simulated_flow: flow } }),
  )
  const answer = await at.sendFromBrowser<Envelope>('POST', `/api/client/sessions/${id}/payments`, {
    payment_method: { type: 'card', data: await at.seal({}, id) },
    browser_info: BROWSER_INFO,
  })
  return { id, envelope: answer.body }
}

/** Creates a payment whose provider does not report the outcome. */
export function leaveUndecided(at: TestGateway): Promise<string> {
  return at.hold(async () => {
    const { result } = await at.authorize({
      flow: 'NO_3DS',
      metadata: { simulated_fault: 'RESET_BEFORE_EXECUTION' },
    })
    const id = result?.id ?? ''
    await at.books.leaveToPeople(id)
    return id
  })
}

async function ofUndecided(name: 'decideOutcome' | 'askProvider', at: TestGateway): Promise<Prepared> {
  const body = BODIES[name]?.(at) as Record<string, unknown>
  return { body: { ...body, transaction_id: await leaveUndecided(at) } }
}

async function saveCard(at: TestGateway, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { result } = await at.authorize({
    flow: 'NO_3DS',
    body: { tokenization: { save_card_for_future_payments: true }, ...changes },
  })
  return result?.payment_method.token ?? ''
}

async function createCustomer(at: TestGateway): Promise<string> {
  return (await at.send<{ id: string }>('POST', '/api/customers', { email: 'ada@example.com' })).body.id
}

const makeLinkId = async (at: TestGateway) => (await makeLink(at)).id

async function takeSnapshot(at: TestGateway): Promise<{ sandbox_id: string; name: string }> {
  const sandboxId = await createSandbox(at)
  await at.send('POST', `/simulators/sandboxes/${sandboxId}/snapshots`, { name: 'first' })
  return { sandbox_id: sandboxId, name: 'first' }
}

async function createSandbox(at: TestGateway): Promise<string> {
  return (await at.send<{ sandbox_id: string }>('POST', '/simulators/sandboxes', {})).body.sandbox_id
}

/** Port 9 discards data, if it is served at all. */
const NOBODY_LISTENS = 'http://127.0.0.1:9/webhooks'

async function subscribe(at: TestGateway, url: string = NOBODY_LISTENS): Promise<string> {
  return (await at.send<{ id: string }>('POST', '/simulators/webhooks/subscriptions', { url })).body.id
}

/** Creates a delivery to a subscription. */
export async function deliver(at: TestGateway): Promise<string> {
  const subscriptionId = await subscribe(at)
  await at.authorize({ flow: 'NO_3DS' })
  const path = `/api/webhooks/deliveries?subscription_id=${subscriptionId}`
  const { deliveries } = await at.get<WebhookDeliveryList>(path)
  return deliveries[0]?.id ?? ''
}

const stepOf = ({ action }: Envelope) => {
  if (!action) throw new Error('no action')
  return { ...action, threeDsServerTransId: decodeToken(action.token).three_ds_server_trans_id }
}

/** Creates a saved card, and a session of its customer. */
export async function offerSavedCard(at: TestGateway) {
  const id = await createCustomer(at)
  const payment_method_id = await saveCard(at, { customer: { id } })
  const session = await at.post<{ id: string }>('/api/sessions', at.sessionRequest({ customer: { id } }))
  return { session_id: session.id, payment_method_id }
}

/** The data that must exist before a call can succeed. */
const PREPARATIONS: Readonly<Partial<Record<EndpointName, (at: TestGateway) => Promise<Prepared>>>> = {
  getSession: async (at) => ({ params: { session_id: await createSession(at) } }),
  updateSession: async (at) => ({ params: { session_id: await createSession(at) } }),
  cancelSession: async (at) => ({ params: { session_id: await createSession(at) } }),
  requestAuthentication: async (at) => {
    const step = stepOf(await at.authorize({ flow: 'CHALLENGE' }))
    return {
      params: { threeDsServerTransId: step.threeDsServerTransId },
      body: { fingerprint_result: FINGERPRINT_NOT_COMPLETED, payment_data: step.payment_data },
    }
  },
  completeAuthentication: async (at) => {
    const { payment_data, session_id } = stepOf(await at.authorize({ flow: 'NO_METHOD_CHALLENGE' }))
    return { body: { payment_data, session_id, trans_status: 'Y' } }
  },
  getStatus: async (at) => {
    const { result } = await at.authorize({ flow: 'NO_3DS' })
    return { params: { id: result?.id ?? '' } }
  },
  listFailedRequests: async () => ({}),
  listTransactionRecords: async (at) => {
    const { result } = await at.authorize({ flow: 'NO_3DS' })
    return { params: { id: result?.id ?? '' } }
  },
  createTestRecord: async (at) => {
    const { result } = await at.authorize({ flow: 'NO_3DS' })
    return { body: { transaction_id: result?.id, kind: 'RETURNED' } }
  },
  retryProviderEvent: async (at) => ({
    body: { ...(await at.books.breakEvent()), reason: 'The cause is removed' },
  }),
  getTimeline: async (at) => {
    const { result } = await at.authorize({ flow: 'NO_3DS' })
    return { params: { id: result?.id ?? '' } }
  },
  manage: async (at) => {
    const { result } = await at.authorize({ flow: 'NO_3DS' })
    return { body: refundOf(at, result?.reference) }
  },
  decideOutcome: (at) => ofUndecided('decideOutcome', at),
  askProvider: (at) => ofUndecided('askProvider', at),
  pauseProviderAccount: () => Promise.resolve({ body: KNOWN_ACCOUNT }),
  resumeProviderAccount: () => Promise.resolve({ body: KNOWN_ACCOUNT }),
  getPaymentLink: async (at) => ({ params: { id: await makeLinkId(at) } }),
  deactivatePaymentLink: async (at) => ({ params: { id: await makeLinkId(at) } }),
  getCustomer: async (at) => ({ params: { id: await createCustomer(at) } }),
  updateCustomer: async (at) => ({ params: { id: await createCustomer(at) } }),
  updateWebhookSubscription: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  disableWebhookSubscription: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  removeWebhookSubscription: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  deleteCustomer: async (at) => ({ params: { id: await createCustomer(at) } }),
  listCustomerPaymentMethods: async (at) => ({ params: { id: await createCustomer(at) } }),
  getPaymentMethod: async (at) => ({ params: { payment_method_id: await saveCard(at) } }),
  deletePaymentMethod: async (at) => ({ params: { payment_method_id: await saveCard(at) } }),
  getClientSession: async (at) => ({ params: { session_id: await createSession(at) } }),
  createClientPayment: async (at) => {
    const id = await createSession(at)
    return {
      params: { session_id: id },
      body: { payment_method: { type: 'card', data: await at.seal({}, id) }, browser_info: BROWSER_INFO },
    }
  },
  requestClientAuthentication: async (at) => {
    const { id, envelope } = await submit(at, 'CHALLENGE')
    const step = stepOf(envelope)
    return {
      params: { session_id: id, id: step.threeDsServerTransId },
      body: { fingerprint_result: FINGERPRINT_NOT_COMPLETED, payment_data: step.payment_data },
    }
  },
  completeClientAuthentication: async (at) => {
    const { id, envelope } = await submit(at, 'NO_METHOD_CHALLENGE')
    const { payment_data, session_id } = stepOf(envelope)
    return { params: { session_id: id }, body: { payment_data, session_id, trans_status: 'Y' } }
  },
  cancelClientSession: async (at) => ({ params: { session_id: await createSession(at) } }),
  removeClientPaymentMethod: async (at) => ({ params: await offerSavedCard(at) }),
  getClientSessionStatus: async (at) => ({ params: { session_id: await createSession(at) } }),
  receiveAccountCallback: async (at) => {
    const { body } = (await PREPARATIONS.receiveProviderCallback?.(at)) ?? {}
    return { params: { provider_code: PROVIDER_ID, account_id: 'sim-payments-eur' }, body }
  },
  receiveProviderCallback: async (at) => {
    const started = await at.post<Envelope>('/api/transactions/payment', await bodyOf(at, 'createPayment'))
    const body = BODIES.receiveProviderCallback?.(at) as Record<string, unknown>
    const transactionId = started.redirect?.transaction_id
    return { params: { provider_code: PROVIDER_ID }, body: { ...body, transactionId, status: 'PENDING' } }
  },
  rotateWebhookSecret: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  enableWebhookSubscription: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  getWebhookDelivery: async (at) => ({ params: { delivery_id: await deliver(at) } }),
  replayWebhookDeliveries: () => Promise.resolve({ body: { failed: true } }),
  explainWebhookSignature: async (at) => ({
    body: { subscription_id: await subscribe(at), headers: {}, body: '{}' },
  }),
  deleteWebhookSubscription: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  setWebhookLaboratory: async (at) => ({ params: { subscription_id: await subscribe(at) } }),
  resendWebhookDelivery: async (at) => ({ params: { delivery_id: await deliver(at) } }),
  sendWebhookTestMessage: async (at) => {
    const { result } = await at.authorize({ flow: 'NO_3DS' })
    return { params: { subscription_id: await subscribe(at) }, body: { transaction_id: result?.id } }
  },
  getSandbox: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  deleteSandbox: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  resetSandbox: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  listSandboxSnapshots: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  takeSandboxSnapshot: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  restoreSandboxSnapshot: async (at) => ({ params: await takeSnapshot(at) }),
  deleteSandboxSnapshot: async (at) => ({ params: await takeSnapshot(at) }),
  listSandboxFaults: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  setSandboxFault: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  clearSandboxFault: async (at) => ({ params: { sandbox_id: await createSandbox(at), kind: 'API_ERROR' } }),
  createSandboxClient: async (at) => ({ params: { sandbox_id: await createSandbox(at) } }),
  getAwalletMerchant: () => Promise.resolve({ params: { merchant_identifier: WALLET_MERCHANT } }),
}

const FORMS: Readonly<Partial<Record<EndpointName, string>>> = {
  issueToken: 'grant_type=client_credentials',
  revokeToken: 'token=x',
}

/** The request of a call. */
export interface PreparedCall {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Creates the data for a successful call of an endpoint. */
export async function prepareCall(at: TestGateway, name: EndpointName): Promise<PreparedCall> {
  const { method, auth, path, server }: Endpoint = ENDPOINTS[name]
  const { params = {}, ...prepared } = (await PREPARATIONS[name]?.(at)) ?? {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? 'x'),
  )
  const address =
    server === 'auth' ? `${at.ready.auth_url}/realms/${at.ready.realm}${filled}` : at.ready.base_url + filled
  const given = prepared.body ?? (await bodyOf(at, name))
  const body = FORMS[name] ?? (given === undefined ? undefined : JSON.stringify(given))
  return {
    method,
    address,
    headers: {
      'user-agent': 'test',
      ...(body === undefined ? {} : { 'content-type': FORMS[name] ? FORM_TYPE : 'application/json' }),
      ...(await credentialsFor(auth, at)),
      ...(body === undefined ? {} : signatureFor(name, at, body)),
    },
    ...(body === undefined ? {} : { body }),
  }
}

/** Makes a call of an endpoint that must succeed. */
export async function succeed(at: TestGateway, name: EndpointName): Promise<Response> {
  const { address, ...call } = await prepareCall(at, name)
  return fetch(address, call)
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

export async function credentialsFor(
  auth: Endpoint['auth'],
  at: TestGateway,
): Promise<Record<string, string>> {
  const { client_id, client_secret, client_key } = at.ready
  switch (auth) {
    case 'bearer':
    case 'bearer-or-client-key':
      return { authorization: `Bearer ${await at.token()}` }
    case 'client-key':
      return { 'x-client-key': client_key }
    case 'client-credentials':
      return { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` }
    case 'provider-signature':
    case 'operator':
    case 'simulator':
    case 'none':
      return {}
  }
}
