import { readFileSync } from 'node:fs'
/**
 * Every documented status can occur: each is provoked here over real HTTP, and its answer is validated with the
 * endpoint table's schemas. {@link UNPROVOKED} lists the exceptions with their reasons.
 */

import { type Endpoint, type EndpointName, ENDPOINTS, type SandboxClient } from '@sluice/types'
import { GRANTABLE_ROLES } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { prepareMasterKeyFile } from '@sluice/platform/secrets/master-key'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { openServiceKey } from '@sluice/platform/secrets/service-keys.store'
import { createAnswerRecordsStore } from '@sluice/platform/idempotency/answer-records.store'
import { createIdempotency } from '@sluice/platform/idempotency/idempotency'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'
import { OUTGOING_MARK } from '@sluice/platform/http/outgoing-mark'
import { withDatabaseFile, openWaitingDatabase } from './embedded-database.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { createManualClock } from '../../platform/test/manual-clock.ts'
import { startTestGateway, TestClock, type TestGateway } from './test-gateway.ts'
import { type FaultyLine, openFaultyLine } from '../../platform/test/faulty-line.ts'
import { CUT } from '../../platform/test/toxics.ts'
import {
  bodyOf,
  credentialsFor,
  deliver,
  offerSavedCard,
  prepareCall,
  PROVIDER_ID,
  signatureFor,
  succeed,
} from './successful-calls.ts'

const OPERATOR_TOKEN = 'OperatorTokenOfTheTestsThatIsLongEnough0123456789'

/** The master key from which the simulators' keys are derived. */
const NO_RECORDS = {
  404: 'as of every simulator, in production only',
  500: 'it asks no database; only a bug would show',
  503: 'it asks no database; 503 while the server closes',
} as const

const ONCE_AT_PORTAL = 'an operator is no merchant whose keys are kept; portal.http.test has the portal'
const UNDER_WAY = 'the moment of a payment: sandbox-snapshots.test has it'

/** The statuses that a test cannot provoke, with the reasons why they are documented. */
const UNPROVOKED: Readonly<Partial<Record<EndpointName, Readonly<Record<number, string>>>>> = {
  getDiscovery: {
    500: 'it reads nothing that could fail',
    503: 'it asks no database; 503 while the server closes',
  },
  createSandbox: {
    404: 'as of every simulator, in production only',
    409: ONCE_AT_PORTAL,
  },
  advanceClock: { 409: ONCE_AT_PORTAL },
  createTestRecord: { 409: ONCE_AT_PORTAL },
  listSandboxes: { 404: 'as of every simulator, in production only' },
  resetSandbox: { 409: UNDER_WAY },
  restoreSandboxSnapshot: { 409: UNDER_WAY },
  setSandboxFault: { 409: ONCE_AT_PORTAL },
  createAwalletToken: NO_RECORDS,
  getAwalletMerchant: { 500: NO_RECORDS[500], 503: NO_RECORDS[503] },
  getGwalletKeys: NO_RECORDS,
  listProviderEvents: { 404: 'it names nothing that could be missing; as of every endpoint of operators' },
  listProviderAccounts: { 404: 'it names nothing that could be missing; as of every endpoint of operators' },
  getSigningKeys: {
    500: 'the keys are kept in memory; only a bug would show',
    503: 'the keys are kept in memory; 503 while the server closes',
  },
}

const rows = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(([, { built }]) => built)
const cases = rows.flatMap(([name, { responses, success }]) =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status !== success && UNPROVOKED[name]?.[status] === undefined)
    .map((status) => [name, status] as const),
)

interface Call {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

describe('the endpoint table', () => {
  let gateway: TestGateway
  let limited: TestGateway
  let operated: TestGateway
  let fragile: TestGateway
  let cutOff: TestGateway
  let postgres: TestPostgres
  let line: FaultyLine
  let rolelessToken: string

  beforeAll(async () => {
    postgres = await startPostgres()
    const databaseUrl = await createGatewayDatabase(postgres)
    line = await openFaultyLine(databaseUrl)
    cutOff = await startTestGateway({ databaseUrl: line.through(databaseUrl) })
    gateway = await startTestGateway()
    const standingClock = createManualClock(Date.now())
    limited = await startTestGateway({
      env: { SLUICE_RATE_LIMITS: 'on' },
      adapters: { clock: standingClock, realTime: standingClock },
    })
    operated = await startTestGateway({
      env: { SLUICE_OPERATOR_TOKEN: OPERATOR_TOKEN, SLUICE_TRUSTED_PROXIES: '127.0.0.2' },
    })
    fragile = await startTestGateway()
    for (const one of [gateway, fragile, cutOff, limited]) await grantEveryRole(one)
    rolelessToken = await tokenWithoutRoles(gateway)
    // Tokens are verified with keys that are read once; all other caches expire within a minute.
    for (const one of [fragile, cutOff]) {
      await one.get('/api/transactions/x/status').catch(() => undefined)
      if (one.clock instanceof TestClock) one.clock.advance(60_000)
    }
    await limited.token()
    await removeTables(fragile)
    line.break(CUT)
  })
  afterAll(async () => {
    await line.mend()
    await Promise.all([gateway, limited, operated, fragile, cutOff].map((one) => one.close()))
    await line.close()
    await postgres.stop()
  })

  function addressOf(name: EndpointName, at: TestGateway, id = 'x'): string {
    const { path, server } = ENDPOINTS[name]
    const filled = path
      .replace('{provider_code}', PROVIDER_ID)
      .replace('{kind}', 'API_ERROR')
      .replaceAll(/\{\w+\}/g, id)
    return server === 'auth'
      ? `${at.ready.auth_url}/realms/${at.ready.realm}${filled}`
      : at.ready.base_url + filled
  }

  /** A valid request except for its ids and members. */
  async function call(name: EndpointName, at: TestGateway, changes: Call = {}): Promise<Response> {
    const { method, auth, bodyType = 'json', ...endpoint }: Endpoint = ENDPOINTS[name]
    const sent = changes.method ?? method
    const body =
      changes.body ?? (endpoint.body ? (bodyType === 'form' ? 'grant_type=none' : '{}') : undefined)
    const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
    return fetch(changes.path ?? addressOf(name, at), {
      method: sent,
      headers: {
        'user-agent': 'test',
        ...(body === undefined || sent === 'GET' ? {} : { 'content-type': type }),
        ...(await credentialsFor(auth, at)),
        ...(body === undefined ? {} : signatureFor(name, at, body)),
        ...changes.headers,
      },
      ...(body === undefined || sent === 'GET' ? {} : { body }),
    })
  }

  /** The conflicts of tools, which have no Idempotency-Key. */
  const CONFLICTS: Readonly<Partial<Record<EndpointName, () => Promise<Response>>>> = {
    deleteSandbox: () =>
      call('deleteSandbox', gateway, { path: addressOf('deleteSandbox', gateway, 'demo') }),
    takeSandboxSnapshot: async () => {
      const { transaction_id: id } = (await gateway.authorize({ flow: 'NO_METHOD_CHALLENGE' })).action ?? {}
      expect(id).toBeDefined()
      return call('takeSandboxSnapshot', gateway, {
        path: addressOf('takeSandboxSnapshot', gateway, 'demo'),
        body: JSON.stringify({ name: 'first' }),
      })
    },
    deleteCustomer: async () => {
      const { id } = (
        await gateway.send<{ id: string }>('POST', '/api/customers', { email: 'ada@example.com' })
      ).body
      await gateway.authorize({ flow: 'CHALLENGE', body: { customer: { id } } })
      return call('deleteCustomer', gateway, { path: addressOf('deleteCustomer', gateway, id) })
    },
    removeClientPaymentMethod: async () => {
      const { session_id, payment_method_id } = await offerSavedCard(gateway)
      const session = `${gateway.ready.base_url}/api/client/sessions/${session_id}`
      await call('cancelClientSession', gateway, { path: `${session}/cancel` })
      return call('removeClientPaymentMethod', gateway, {
        path: `${session}/payment-methods/${payment_method_id}`,
      })
    },
    removeWebhookSubscription: async () => {
      const { address, ...prepared } = await prepareCall(gateway, 'removeWebhookSubscription')
      const manage = (by: string) => gateway.books.query(`update merchants set managed_by = '${by}'`)
      await manage('FILE')
      const answer = await fetch(address, prepared)
      await manage('PORTAL')
      return answer
    },
    decideOutcome: () =>
      gateway.hold(async () => {
        const { result } = await gateway.authorize({
          flow: 'NO_3DS',
          metadata: { simulated_fault: 'RESET_BEFORE_EXECUTION' },
        })
        const body = (await bodyOf(gateway, 'decideOutcome')) as Record<string, unknown>
        return call('decideOutcome', gateway, {
          body: JSON.stringify({ ...body, transaction_id: result?.id }),
        })
      }),
    askProvider: async () => {
      const { result } = await gateway.authorize({ flow: 'NO_3DS' })
      const body = { merchant_id: gateway.ready.merchant_id, transaction_id: result?.id }
      return call('askProvider', gateway, { body: JSON.stringify(body) })
    },
    resendWebhookDelivery: async () => {
      const id = await deliver(gateway)
      await disableSubscriptions(gateway)
      const path = addressOf('resendWebhookDelivery', gateway, encodeURIComponent(id))
      return call('resendWebhookDelivery', gateway, { path })
    },
    sendWebhookTestMessage: async () => {
      const { address, ...prepared } = await prepareCall(gateway, 'sendWebhookTestMessage')
      await disableSubscriptions(gateway)
      return fetch(address, prepared)
    },
  }

  /** Provokes each status, for every endpoint. */
  const PROVOCATIONS: Readonly<Record<number, (name: EndpointName) => Promise<Response>>> = {
    304: async (name) => {
      const etag = (await succeed(gateway, name)).headers.get('etag')
      return call(name, gateway, { headers: { 'if-none-match': etag ?? '' } })
    },
    400: (name) => {
      const { body, bodyType }: Endpoint = ENDPOINTS[name]
      if (body && bodyType === 'form') return call(name, gateway)
      return body
        ? call(name, gateway, { body: '{' })
        : call(name, gateway, { headers: { 'api-version': '9' } })
    },
    401: (name) => {
      const { auth } = ENDPOINTS[name]
      if (auth === 'simulator' || auth === 'operator') return call(name, operated)
      const wrong = Buffer.from(`${gateway.ready.client_id}:wrong`).toString('base64')
      const authorization = auth === 'client-credentials' ? `Basic ${wrong}` : 'Bearer wrong'
      return call(name, gateway, {
        headers: { authorization, 'webhook-signature': 'v1,wrong' },
        body: 'grant_type=client_credentials&token=x',
      })
    },
    403: (name) => {
      const { role, auth }: Endpoint = ENDPOINTS[name]
      // Providers need no User-Agent, and no gateway calls another.
      const refused = auth === 'provider-signature' ? { [OUTGOING_MARK]: '1' } : { 'user-agent': '' }
      const headers: Record<string, string> =
        role === null ? refused : { authorization: `Bearer ${rolelessToken}` }
      return call(name, gateway, { headers })
    },
    404: async (name) => {
      if (name === 'streamEvents')
        return call(name, gateway, { path: `${addressOf(name, gateway)}?after=msg_${'x'.repeat(27)}` })
      // Without an authentication it has no data; an impossible id is not found.
      if (name === 'requestAuthentication')
        return call(name, gateway, { path: addressOf(name, gateway, '%00') })
      return meetNothing(name)
    },
    405: (name) => call(name, gateway, { method: 'PUT' }),
    409: (name) => CONFLICTS[name]?.() ?? meetItself(name),
    413: (name) => {
      const { bodyType }: Endpoint = ENDPOINTS[name]
      const chars = bodyType === 'raw' ? 1_100_000 : 70_000
      return call(name, gateway, { body: JSON.stringify({ description: 'x'.repeat(chars) }) })
    },
    415: (name) => call(name, gateway, { headers: { 'content-type': 'text/plain' }, body: '{}' }),
    422: (name) => {
      const { body, query }: Endpoint = ENDPOINTS[name]
      if (query) return call(name, gateway, { path: `${addressOf(name, gateway)}?limit=0&after=nothing` })
      if (body) return call(name, gateway, { body: '{"undocumented":true}' })
      return call(name, gateway, { headers: { 'idempotency-key': 'k'.repeat(300) } })
    },
    429: async (name) => {
      for (let count = 0; count < MOST_REQUESTS_BEFORE_429; count += 1) {
        const answer = await call(name, limited, await readable(name, limited))
        if (answer.status === 429) return answer
        await answer.body?.cancel()
      }
      return call(name, limited)
    },
    500: async (name) => call(name, fragile, await readable(name, fragile)),
    503: async (name) => call(name, cutOff, await readable(name, cutOff)),
  }

  /** Requests a record that does not exist. */
  const meetNothing = async (name: EndpointName) =>
    call(name, gateway, { ...(await readable(name, gateway)), headers: { 'x-sandbox-id': 'unknown' } })

  /** A body and headers that pass every check, so that the handler itself runs. */
  async function readable(name: EndpointName, at: TestGateway): Promise<Call> {
    const { body, bodyType }: Endpoint = ENDPOINTS[name]
    if (!body) return {}
    if (bodyType === 'form')
      return { body: name === 'issueToken' ? 'grant_type=client_credentials' : 'token=x' }
    const text = JSON.stringify(await bodyOf(at, name))
    return { body: text }
  }

  /** Sends a request while another process handles one with the same Idempotency-Key. */
  async function meetItself(name: EndpointName): Promise<Response> {
    const db = openWaitingDatabase(gateway.dataDir)
    const random = createSystemRandom(systemClock)
    const masterKey = readFileSync(prepareMasterKeyFile(gateway.dataDir, random), 'utf8')
    const sealer = createSealer(Buffer.from(masterKey, 'base64'), random)
    const elsewhere = createIdempotency({
      records: createAnswerRecordsStore(db),
      lookupKey: await openServiceKey({ db, sealer, clock: systemClock, random }, 'LOOKUP'),
      sealer,
      realTime: systemClock,
      random,
      timers: systemTimers,
      onError: () => undefined,
    })
    const key = `busy-${name}`
    const { body = '' } = await readable(name, gateway)
    const { path: route } = ENDPOINTS[name]
    const given = new URL(addressOf(name, gateway)).pathname.split('/')
    const params = Object.fromEntries(
      route.split('/').flatMap((part, place) => {
        const [, param] = /^\{(.+)\}$/.exec(part) ?? []
        return param === undefined ? [] : [[param, decodeURIComponent(given[place] ?? '')]]
      }),
    )
    try {
      let answer: Response | undefined
      await elsewhere.once(
        {
          merchantId: gateway.ready.merchant_id,
          method: ENDPOINTS[name].method,
          route,
          params,
          key,
          body: Buffer.from(body),
        },
        async () => {
          answer = await call(name, gateway, {
            headers: { 'idempotency-key': key },
            ...(body ? { body } : {}),
          })
          return { status: 500 }
        },
      )
      if (!answer) throw new Error('nothing was sent')
      return answer
    } finally {
      await db.destroy()
    }
  }

  it.each(cases)('%s answers %i', async (name, status) => {
    const provoke = PROVOCATIONS[status]
    if (!provoke) throw new Error(`there is no provocation of ${status}`)
    const answer = await provoke(name)
    expect(answer.status, await textOf(answer)).toBe(status)
  })

  it.each(rows.map(([name, { success }]) => [name, success] as const))(
    '%s succeeds with %i',
    async (name, success) => {
      const answer = await succeed(gateway, name)
      expect(answer.status, await textOf(answer)).toBe(success)
      await answer.body?.cancel()
    },
  )
})

/** Returns the body of an answer; nothing for a stream, which continues. */
const textOf = async (answer: Response) =>
  answer.headers.get('content-type')?.startsWith('text/event-stream') ? '' : answer.clone().text()

/** One more than the largest burst of any limit. */
const MOST_REQUESTS_BEFORE_429 = 201

/** Switches the tests to a client that may call every endpoint. */
async function grantEveryRole(at: TestGateway): Promise<void> {
  const path = '/simulators/sandboxes/demo/clients'
  const made = await at.send<SandboxClient>('POST', path, { roles: GRANTABLE_ROLES })
  expect(made.status, made.text).toBe(201)
  Object.assign(at.ready, made.body)
  at.forgetToken()
}

async function tokenWithoutRoles(gateway: TestGateway): Promise<string> {
  const { client_id, client_secret } = await gateway
    .send<{ client_id: string; client_secret: string }>('POST', '/simulators/sandboxes/demo/clients', {
      roles: [],
    })
    .then(({ body }) => body)
  const { auth_url, realm } = gateway.ready
  const answer = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'user-agent': 'test' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Disables the subscription as a receiver with 410 does. */
async function disableSubscriptions(gateway: TestGateway): Promise<void> {
  const db = openWaitingDatabase(gateway.dataDir)
  try {
    await db
      .updateTable('webhook_subscriptions')
      .set({ status: 'DISABLED', disabled_reason: 'GONE' })
      .execute()
  } finally {
    await db.destroy()
  }
}

/** A failure that is not an outage: the database responds with an unexpected result. */
async function removeTables({ dataDir }: TestGateway): Promise<void> {
  await withDatabaseFile(dataDir, (file) => {
    file.pragma('foreign_keys = off')
    const tables = file.prepare("select name from sqlite_master where type = 'table'").pluck().all()
    for (const table of tables) file.exec(`alter table "${String(table)}" rename to "${String(table)}_gone"`)
  })
}
