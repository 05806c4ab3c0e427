/** The client against a deployment of the specification that is not ours. */
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ContractError,
  type ContractDeviationView,
  createClient,
  type Envelope,
  match,
  nextStep,
  NotFoundError,
  resolveOrder,
  sealWithRsaOaep,
  type SpecificationClient,
  type Transaction,
  ValidationError,
} from '@sluice/server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../runtimes/browser.ts'
import {
  action,
  actionToken,
  customer,
  DECIDING,
  envelope,
  type Members,
  paymentMethod,
  processingResult,
  retryOptions,
  transaction,
} from '../specification/records.ts'
import { type StandIn, startStandIn } from '../specification/stand-in.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const deviations: ContractDeviationView[] = []
let standIn: StandIn

beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.close())
afterEach(() => {
  deviations.length = 0
  for (const path of Object.values(PATHS)) standIn.answer(path, null)
})

const makeClient = () =>
  createClient({
    baseUrl: standIn.url,
    authUrl: standIn.url,
    realm: 'shop',
    clientId: 'shop',
    clientSecret: 'secret',
    tries: 1,
    sealing: sealWithRsaOaep({ publicKey: publicKey.export({ format: 'jwk' }) }),
    hooks: { onContractDeviation: (deviation) => deviations.push(deviation) },
  })

const money = {
  terminal_id: 'T00000000001',
  reference: 'order-1',
  currency: 'EUR',
  amount: 1850,
} as const
const order = { ...money, transaction_type: 'PURCHASE' } as const
const description = 'Harbour mug'
const return_url = 'https://shop.example/return'
const card = { number: '4111111111111111', cvv: '123', expirationMonth: '12', expirationYear: '2099' }

async function authorize(client: SpecificationClient): Promise<Envelope> {
  const data = await client.encryptCard(card)
  return client.transactions.authorize({
    ...order,
    browser_info: BROWSER,
    payment_method: { type: 'card', data },
  })
}

const original = transaction as unknown as Transaction
const payment = {
  ...money,
  description,
  method: 'OPEN_BANKING',
  country: 'DE',
  customer_ip: '203.0.113.7',
  return_url,
  error_url: return_url,
  cancel_url: return_url,
} as const

/** Every method of the specification's client, and where it sends its request. */
const CALLS: Readonly<Record<string, (client: SpecificationClient) => PromiseLike<unknown>>> = {
  createSession: (client) => client.sessions.create({ ...order, description, return_url }),
  createHostedPaymentPage: (client) => client.hostedPaymentPages.create({ ...order, return_url }),
  authorize,
  requestAuthentication: (client) =>
    client.threeDs.requestAuthentication('8a880dc0-d2d2-4067-bcb1-b08d1690b26e', {
      fingerprint_result: 'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ==',
      payment_data: 'opaque',
    }),
  completeAuthentication: (client) =>
    client.threeDs.completeAuthentication({ payment_data: 'opaque', session_id: 's-1', trans_status: 'Y' }),
  createPayment: (client) => client.transactions.createPayment(payment),
  createPayout: (client) =>
    client.transactions.createPayout({
      ...money,
      description,
      beneficiary: { type: 'bank_account', data: { account_number: '123456789', account_name: 'Ana' } },
    }),
  manage: (client) => client.transactions.manage({ ...order, transaction_type: 'REFUND' }),
  capture: (client) => client.transactions.capture(original),
  refund: (client) => client.transactions.refund(original),
  void: (client) => client.transactions.void(original),
  status: (client) => client.transactions.status('tx-1'),
  awaitFinal: (client) => client.transactions.awaitFinal('tx-1'),
  createCustomer: (client) => client.customers.create({ email: 'ana@shop.example' }),
}

const PATHS: Readonly<Record<string, string>> = {
  createSession: 'POST /api/sessions',
  createHostedPaymentPage: 'POST /api/hosted-payment-page',
  authorize: 'POST /api/transactions/authorize',
  requestAuthentication: 'POST /api/transactions/three-ds/{id}/request-authentication',
  completeAuthentication: 'POST /api/transactions/three-ds/authentication-completed',
  createPayment: 'POST /api/transactions/payment',
  createPayout: 'POST /api/transactions/payout',
  manage: 'POST /api/transactions/manage',
  capture: 'POST /api/transactions/manage',
  refund: 'POST /api/transactions/manage',
  void: 'POST /api/transactions/manage',
  status: 'GET /api/transactions/{id}/status',
  awaitFinal: 'GET /api/transactions/{id}/status',
  createCustomer: 'POST /api/customers',
}

describe('every method', () => {
  it.each(Object.entries(CALLS))('%s reads what the deployment answers', async (_, call) => {
    await expect(call(makeClient())).resolves.toBeTypeOf('object')
    const names = deviations.flatMap(({ members }) => members)
    // Differences in details that the specification leaves to the deployment are reported, never refused.
    for (const name of names) expect(name).toMatch(/retry_options|^customer$|^country$|^metadata$/)
  })

  it.each(
    Object.entries(CALLS).flatMap(([name, call]) =>
      [200, 201, 400, 404, 409, 422, 503].map((status) => ({ name, call, status })),
    ),
  )(
    '$name throws a ValidationError for {status: "INVALID"} under $status',
    async ({ name, call, status }) => {
      const errors = [{ property: 'customer.id', message: 'Customer with id c-9 not found' }]
      standIn.answer(PATHS[name]!, { status, body: { status: 'INVALID', errors } })
      const failure: unknown = await Promise.resolve(call(makeClient())).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ValidationError)
      expect(failure).toMatchObject({ status, errors: [{ property: 'customer.id' }], outcomeUnknown: false })
    },
  )

  it('seals cards as the deployment opens them', async () => {
    await authorize(makeClient())
    const sent = standIn.received.get(PATHS['authorize']!) as {
      payment_method: { data: Record<string, string> }
    }
    const open = (member: string) =>
      privateDecrypt(
        { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(sent.payment_method.data[member]!, 'base64'),
      ).toString()
    expect(open('encrypted_card_number')).toBe(card.number)
    expect(open('encrypted_cvv')).toBe(card.cvv)
  })

  it('lists the missing extensions where the deployment lacks one of ours', async () => {
    const client = makeClient()
    const failure: unknown = await client.customers.get('c-1').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NotFoundError)
    expect(failure).toMatchObject({
      isExtension: true,
      message: expect.stringContaining('Only Sluice gateways have this endpoint'),
    })
  })
})

describe('the README', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../packages/server-sdk/README.md'), 'utf8')
  const section = readme.split('## Other deployments of the specification')[1]!.split('\n## ')[0]!
  const rows = [...section.matchAll(/^\| `client(?:\.(\w+))?` +\|([^|]*)\|([^|]*)\|$/gm)]
  const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!)

  it('lists every method of the client, once', () => {
    const client: Record<string, unknown> = { ...makeClient() }
    const listed = rows.map(([, group = '', ...cells]) => [group, cells.flatMap(namesIn).toSorted()])
    const functions = Object.keys(client).filter((name) => typeof client[name] === 'function')
    const groups = Object.keys(client).filter((name) => typeof client[name] === 'object')
    expect(Object.fromEntries(listed)).toEqual({
      '': functions.toSorted(),
      ...Object.fromEntries(groups.map((name) => [name, Object.keys(client[name] as object).toSorted()])),
    })
  })

  it('promises elsewhere what the stand-in answers', () => {
    const promised = rows.filter(([, group]) => group !== undefined).flatMap(([, , cell]) => namesIn(cell!))
    // Three of them are called `create`: of sessions, pages and customers.
    const called = Object.keys(CALLS).map((name) =>
      name.replace(/^create(?:Session|HostedPaymentPage|Customer)$/, 'create'),
    )
    expect(promised.toSorted()).toEqual(called.toSorted())
  })
})

/** The specification's tables, and where they are in a transaction. */
const TABLES: readonly (readonly [path: readonly string[], members: Members])[] = [
  [[], transaction],
  [['customer'], customer],
  [['processing_result'], processingResult],
  [['payment_method'], paymentMethod],
  [['data', 'retry_options'], retryOptions],
]

const DEVIATIONS: Readonly<Record<string, (record: Record<string, unknown>, member: string) => void>> = {
  absent: (record, member) => delete record[member],
  null: (record, member) => (record[member] = null),
  'of a later vocabulary': (record, member) =>
    (record[member] = typeof record[member] === 'string' ? 'LATER' : { later: 'kind' }),
  'beside one more': (record) => (record['later_member'] = { of: 'a later version' }),
}

const rows = TABLES.flatMap(([path, members]) =>
  Object.keys(members).flatMap((member) =>
    Object.keys(DEVIATIONS).map((deviation) => ({ path, member, deviation })),
  ),
)

function deviate({ path, member, deviation }: (typeof rows)[number]): Members {
  const copy = structuredClone(transaction) as Record<string, unknown>
  const record = path.reduce((found, name) => found[name] as Record<string, unknown>, copy)
  DEVIATIONS[deviation]!(record, member)
  return copy
}

/** The responses that contain a transaction, by the methods that return them. */
const READINGS: readonly (readonly [body: (given: Members) => Members, calls: readonly string[]])[] = [
  [(given) => ({ found: true, transaction: given }), ['status']],
  [(given) => given, ['manage', 'capture', 'refund', 'void']],
  [
    (given) => envelope({ result: given }),
    ['authorize', 'requestAuthentication', 'completeAuthentication', 'createPayment', 'createPayout'],
  ],
]

it('finds the transaction in the response of every method that returns one', () => {
  // awaitFinal queries the status; the others return no transaction.
  const others = ['awaitFinal', 'createSession', 'createHostedPaymentPage', 'createCustomer']
  const names = READINGS.flatMap(([, calls]) => calls)
  expect([...names, ...others].toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

describe('the outcome of a payment', () => {
  it.each(rows)('$path $member $deviation', async (row) => {
    const given = deviate(row)
    const decides = row.path.length === 0 && DECIDING.includes(row.member)
    const isText = typeof transaction[row.member] === 'string'
    const isLost =
      decides && (row.deviation === 'of a later vocabulary' ? !isText : row.deviation !== 'beside one more')
    const client = makeClient()
    for (const [wrap, name] of READINGS.flatMap(([body, calls]) =>
      calls.map((call) => [body, call] as const),
    )) {
      standIn.answer(PATHS[name]!, { status: 200, body: wrap(given) })
      const answer: unknown = await Promise.resolve(CALLS[name]!(client)).catch((error: unknown) => error)
      if (isLost) {
        // Neither approved nor declined: the raw answer is there for people to read.
        expect(answer).toBeInstanceOf(ContractError)
        expect(JSON.parse((answer as ContractError).answer!)).toEqual(wrap(given))
        continue
      }
      const step = nextStep(answer as Envelope)
      if (row.member === 'status' && row.path.length === 0 && row.deviation === 'of a later vocabulary') {
        expect(step.kind).toBe('unknown')
        continue
      }
      expect(step).toMatchObject({ kind: 'approved', transaction: { id: given['id'], amount: 1850 } })
      const { kind } = resolveOrder(order, (step as { transaction: Transaction }).transaction)
      expect(kind).toBe(expectedOutcome(row, decides))
    }
  })

  function expectedOutcome({ member, deviation }: (typeof rows)[number], decides: boolean): string {
    if (!decides || member === 'id' || deviation !== 'of a later vocabulary') return 'paid'
    return member === 'transaction_type' ? 'otherOperation' : 'mismatch'
  }
})

describe('a step of the browser', () => {
  const fingerprint = action('THREE_DS_2_FINGERPRINT', { ...actionToken, acs_url: null, acs_trans_id: null })
  const challenge = action('THREE_DS_2_CHALLENGE', actionToken)
  const redirect = { transaction_id: 'tx-1', session_id: 's-1', url: 'https://bank.example/pay' }
  const formSubmit = { ...redirect, data: { creq: 'abc' } }

  it.each([
    {
      kind: 'fingerprint',
      set: { action: fingerprint },
      member: 'action',
      spared: ['transaction_id', 'session_id'],
    },
    {
      kind: 'challenge',
      set: { action: challenge },
      member: 'action',
      spared: ['transaction_id', 'session_id'],
    },
    { kind: 'redirect', set: { redirect }, member: 'redirect', spared: ['transaction_id', 'session_id'] },
    {
      kind: 'formSubmit',
      set: { form_submit: formSubmit },
      member: 'form_submit',
      spared: ['transaction_id'],
    },
  ])('$kind survives without what does not decide', async ({ kind, set, member, spared }) => {
    const client = makeClient()
    for (const name of spared) {
      for (const how of ['absent', 'null'] as const) {
        const step = structuredClone((set as Record<string, Members>)[member]) as Record<string, unknown>
        DEVIATIONS[how]!(step, name)
        standIn.answer(PATHS['authorize']!, { status: 200, body: { [member]: step } })
        const answer = await authorize(client)
        const branch = () => kind
        const all = {
          approved: branch,
          declined: branch,
          pending: branch,
          invalid: branch,
          fingerprint: branch,
        }
        const more = { challenge: branch, redirect: branch, formSubmit: branch, unknown: () => 'unknown' }
        expect(match(answer, { ...all, ...more })).toBe(kind)
        expect(nextStep(answer).kind).toBe(kind)
      }
    }
  })

  it('names the authentication by its own id where the action names no session', async () => {
    standIn.answer(PATHS['authorize']!, { status: 200, body: { action: { ...challenge, session_id: null } } })
    const step = nextStep(await authorize(makeClient()))
    expect(step).toMatchObject({
      kind: 'challenge',
      action: { session_id: actionToken['three_ds_server_trans_id'] },
    })
  })
})
