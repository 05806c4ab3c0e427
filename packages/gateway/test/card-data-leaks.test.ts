import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'

import type { TransactionList } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import { makeUuid, type Random } from '@sluice/platform/kernel/random'

import { isCardNumber } from '../src/payment-methods/index.ts'
import { callPortal, OWN_PAGE, signInByLink } from './at-portal.ts'
import { findFreePort } from '../../platform/test/free-port.ts'
import { seenAnswers } from './shopper.ts'
import { openPortalSession } from './portal-session.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** Card numbers for this run only, so that nothing else can look like one of them. */
function makeCanary(): string {
  for (;;) {
    const digits = `400009${Array.from({ length: 9 }, () => Math.floor(Math.random() * 10)).join('')}`
    const check = [...'0123456789'].find((digit) => isCardNumber(digits + digit))
    if (check !== undefined && !digits.includes('00000')) return digits + check
  }
}

/** The forms in which a number could be found. */
function disguisesOf(pan: string): string[] {
  const groups = pan.match(/.{4}/g) ?? []
  return [
    pan,
    groups.join(' '),
    groups.join('-'),
    [...pan].reverse().join(''),
    Buffer.from(pan).toString('hex'),
    // The Base64 of a text that contains the number depends on its offset.
    ...[0, 1, 2].map((offset) => {
      const encoded = Buffer.from('x'.repeat(offset) + pan).toString('base64')
      return encoded.slice(Math.ceil((offset * 4) / 3) + (offset === 0 ? 0 : 1), 18)
    }),
  ]
}

function readAllFiles(folder: string): Buffer {
  return Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  )
}

/** Runs every flow of a card through the gateway, successful and not. */
async function walkEverywhere(gateway: TestGateway, card: { number: string; cvv: string }): Promise<void> {
  await gateway.pay({ card, flow: 'FRICTIONLESS_SUCCESS' })
  await gateway.pay({ card, flow: 'CHALLENGE', atTheBank: ['1234'] })
  await gateway.pay({ card, flow: 'CHALLENGE', atTheBank: ['1111'] })
  await gateway.pay({ card, flow: 'FALLBACK_CHALLENGE_AFTER_1', atTheBank: ['1234', '1234'] })
  await gateway.pay({ card, flow: 'CHALLENGE_REDIRECT', atTheBank: ['1234'] })
  await gateway.pay({ card: { ...card, expirationYear: '2020' } })
  // Payments at acquirers that authenticate the shopper themselves.
  const ownTerminal = gateway.ready.terminals.find(({ note }) => note.includes('acquirer authenticates'))
  const body = { terminal_id: ownTerminal?.terminal_id }
  await gateway.pay({ card, flow: 'CHALLENGE', atTheBank: ['1234'], body })
  await gateway.pay({ card, flow: 'CHALLENGE_REDIRECT', atTheBank: ['1111'], body })
  await gateway.pay({ card, flow: 'FALLBACK_CHALLENGE_AFTER_1', atTheBank: ['1234', '1234'], body })
  await gateway.pay({ card, body: { terminal_id: 'T99999999999' } })
  await saveAndPayAgain(gateway, card)
  // Abandoned halfway: the card is stored sealed.
  await gateway.authorize({ card, flow: 'CHALLENGE' })
  const plain = { type: 'card', data: { ...(await gateway.seal(card)), encrypted_card_number: card.number } }
  expect(
    (
      await gateway.send(
        'POST',
        '/api/transactions/authorize',
        await gateway.cardRequest({ body: { payment_method: plain } }),
      )
    ).status,
  ).toBe(422)
  const inTheWrongPlace = await gateway.cardRequest({ card, body: { card_number: card.number } })
  expect((await gateway.send('POST', '/api/transactions/authorize', inTheWrongPlace)).status).toBe(422)
  expect((await gateway.send('POST', '/api/transactions/authorize', `{"pan":"${card.number}"`)).status).toBe(
    400,
  )
  expect((await gateway.send('GET', `/api/transactions/${card.number}/status`)).status).toBe(404)
  const { data } = await gateway.get<TransactionList>('/api/transactions?limit=100')
  for (const { id } of data) await gateway.get(`/api/transactions/${id}/timeline`)
  expect((await gateway.send('GET', `/nowhere/${card.number}?pan=${card.number}`)).status).toBe(404)
  await walkPortal(
    gateway,
    data.map(({ id }) => id),
  )
}

/** Reads everything that a person may read at the portal. */
async function walkPortal(gateway: TestGateway, transactionIds: readonly string[]): Promise<void> {
  const headers = { ...OWN_PAGE, cookie: await signInByLink(gateway) }
  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await callPortal(gateway, path, { headers })
    expect([path, status]).toEqual([path, 200])
    return body as Body
  }
  await read('/portal/session')
  await read('/portal/transaction-counts')
  await read(`/portal/pending-reasons?ids=${transactionIds.slice(0, 100).join(',')}`)
  await read('/portal/api/transactions?limit=100')
  for (const format of ['csv', 'json']) await read(`/portal/exports/transactions.${format}`)
  for (const id of transactionIds) {
    await read(`/portal/api/transactions/${id}/status`)
    await read(`/portal/api/transactions/${id}/timeline`)
  }
  const customers = await read<{ data: readonly { id: string }[] }>('/portal/api/customers')
  for (const { id } of customers.data) {
    await read(`/portal/api/customers/${id}`)
    await read(`/portal/api/customers/${id}/payment-methods`)
  }
  await gateway.app.runDueWork()
  const failed = await read<{ data: readonly Readonly<Record<string, string | number | null>>[] }>(
    '/portal/failed-requests',
  )
  expect(failed.data.length).toBeGreaterThan(2)
  for (const { endpoint, status, property, message } of failed.data) {
    const kind = Object.entries({ endpoint, status, property, message }).filter(([, value]) => value !== null)
    await read(
      `/portal/failed-requests/requests?${new URLSearchParams(Object.fromEntries(kind) as Record<string, string>)}`,
    )
  }
  await walkOperatorPages(gateway, transactionIds)
  await read('/portal/api/webhooks/subscriptions')
  const sent = await read<{ deliveries: readonly { id: string }[] }>('/portal/api/webhooks/deliveries')
  for (const { id } of sent.deliveries) await read(`/portal/api/webhooks/deliveries/${id}`)
}

/** Reads everything that an operator of the service may read, with a reason. */
async function walkOperatorPages(gateway: TestGateway, transactionIds: readonly string[]): Promise<void> {
  const cookie = await openPortalSession(gateway, null, ['operator'])
  const headers = { ...OWN_PAGE, cookie, 'idempotency-key': 'a-look' }
  const merchant = `/portal/operator/merchants/${gateway.ready.merchant_id}`
  const body = { reason: 'A walk for leaks' }
  const looking = await callPortal(gateway, `${merchant}/view`, { method: 'POST', body, headers })
  expect(looking.status).toBe(201)
  const paths = [
    '/portal/session',
    '/portal/operator/merchants',
    merchant,
    '/portal/operator/decisions',
    '/portal/operator/service',
    '/portal/operator/provider-accounts',
    '/portal/operator/audit',
    '/portal/operator/exports/audit.json',
    '/portal/api/transactions',
    ...transactionIds.map((id) => `/portal/api/transactions/${id}/timeline`),
  ]
  for (const path of paths)
    expect([path, (await callPortal(gateway, path, { headers })).status]).toEqual([path, 200])
}

/** Pays with wallets: numbers, cryptograms and whole tokens. @returns parts of them, none of which may be found. */
async function payByWallets(gateway: TestGateway, pan: string): Promise<string[]> {
  const cryptogram = randomBytes(20).toString('base64')
  const data = await gateway.sealNetworkToken({ number: pan, cryptogram, eci: '05', source: 'awallet-pay' })
  await gateway.pay({ body: { payment_method: { type: 'network-token', data } } })

  const [onDevice, onFile, left, forAnother] = await Promise.all([
    gateway.walletMethod({ pan, auth_method: 'CRYPTOGRAM_3DS' }),
    gateway.walletMethod({ pan }),
    gateway.walletMethod({ pan }),
    gateway.walletMethod({ pan, gateway_merchant_id: 'another' }),
  ])
  await gateway.pay({ body: { payment_method: onDevice } })
  await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'], body: { payment_method: onFile } })
  await gateway.authorize({ flow: 'CHALLENGE', body: { payment_method: left } })
  for (const wrong of [
    forAnother,
    // Used for another order before.
    onDevice,
    { type: 'gwallet-pay', data: { gwallet_pay_token: onFile.data.gwallet_pay_token.slice(0, -8) } },
    { type: 'gwallet-pay', data: { gwallet_pay_token: Buffer.from(`{"pan":"${pan}"}`).toString('base64') } },
  ]) {
    const request = await gateway.cardRequest({ body: { payment_method: wrong } })
    expect((await gateway.send('POST', '/api/transactions/authorize', request)).status).toBe(422)
  }
  const tokens = [onDevice, onFile, left, forAnother].map(({ data: { gwallet_pay_token: token } }) => token)
  return [cryptogram, ...tokens.flatMap(piecesOf)]
}

/** Returns parts of a token as sent, and of its message. */
function piecesOf(token: string): string[] {
  const { signedMessage } = JSON.parse(Buffer.from(token, 'base64').toString()) as { signedMessage: string }
  const { encryptedMessage } = JSON.parse(signedMessage) as { encryptedMessage: string }
  return [token.slice(-80, -40), encryptedMessage.slice(0, 40)]
}

/**
 * The query that pages of acquirers with their own authentication added to the return address. It is forwarded to
 * them, and stored nowhere.
 */
function broughtToReturns(answers: readonly string[]): string[] {
  const queries = answers.flatMap((answer) =>
    [...answer.matchAll(/\/three-ds\/[^/"]+\/return\?([^"\\]+)/g)].map(([, query = '']) => query),
  )
  expect(queries.length).toBeGreaterThan(0)
  return queries
}

/** Saves a card at once, after a challenge and later; charges it again, shows it, and deletes or keeps it. */
async function saveAndPayAgain(gateway: TestGateway, card: { number: string; cvv: string }): Promise<void> {
  const customer = await gateway.send<{ id: string }>('POST', '/api/customers', { email: 'ada@example.com' })
  const tokenization = { save_card_for_future_payments: true }
  const saving = { tokenization, customer: { id: customer.body.id } }
  await gateway.pay({ card, flow: 'CHALLENGE', atTheBank: ['1234'], body: saving })
  await gateway.pay({ card, metadata: { response_code: '1002' }, body: saving })
  const { transaction } = await gateway.pay({ card, flow: 'NO_3DS', body: { tokenization } })
  const token = transaction.payment_method.token ?? ''
  expect(token).not.toBe('')
  const payment_method = { type: 'saved_card', data: { payment_method_id: token } }
  await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'], body: { payment_method } })
  await gateway.authorize({ flow: 'CHALLENGE', body: { payment_method } })
  await gateway.get(`/api/customers/${customer.body.id}/payment-methods`)
  await gateway.get(`/api/payment-methods/${token}`)
  await gateway.advance(4_000)
  expect((await gateway.send('DELETE', `/api/payment-methods/${token}`)).status).toBe(204)
}

describe('card data', () => {
  it('appears in no log line, no file of the database and no answer', async () => {
    const pan = makeCanary()
    const log: string[] = []
    const gateway = await startTestGateway({
      env: { SLUICE_LOG_LEVEL: 'trace' },
      adapters: { logDestination: { write: (line) => void log.push(line) } },
    })
    seenAnswers.length = 0
    try {
      await walkEverywhere(gateway, { number: pan, cvv: '123' })
      const pieces = await payByWallets(gateway, pan)
      const files = readAllFiles(gateway.dataDir)
      const places = { log: Buffer.from(log.join('')), files, answers: Buffer.from(seenAnswers.join('\n')) }
      expect(places.log.length).toBeGreaterThan(1000)
      expect(places.files.length).toBeGreaterThan(10_000)
      expect(places.answers.length).toBeGreaterThan(10_000)
      // The simulated acquirers store in the files what the shopper returned.
      expect(broughtToReturns(seenAnswers).filter((query) => places.log.includes(query))).toEqual([])
      // Shows that the search works: the masked card is found.
      expect(places.files.includes(`${pan.slice(0, 6)}******${pan.slice(-4)}`)).toBe(true)
      for (const [place, bytes] of Object.entries(places)) {
        // The simulated wallet itself answers with tokens.
        const forms = [...disguisesOf(pan), ...(place === 'answers' ? [] : pieces)]
        for (const disguise of forms) {
          expect(bytes.includes(disguise), `${disguise} in ${place}`).toBe(false)
        }
      }
    } finally {
      await gateway.close()
    }
  })

  it('contains no trace of a CVV: two runs that differ only in it are equal', async () => {
    const provisioned = await startTestGateway({
      adapters: { random: seededRandom('keys'), clock: STANDING_CLOCK },
    })
    const port = await findFreePort()
    const runs: Run[] = []
    try {
      for (const cvv of ['123', '987']) runs.push(await runWithCvv(provisioned.dataDir, port, cvv))
    } finally {
      await provisioned.close()
    }
    expect(runs[0]?.answers).toHaveLength(18)
    expect(runs[1]).toEqual(runs[0])
  })
})

interface Run {
  readonly answers: readonly string[]
  readonly log: readonly string[]
  readonly tables: Record<string, unknown[]>
}

const STANDING_CLOCK: Clock = { now: () => STARTED_AT_MS }
const STARTED_AT_MS = Date.now()

/** The random values that differ between runs: sealed data, and the randomness of the sealing side. */
const MASKED_COLUMNS = new Set(['sealed_card', 'sealed_envelope', 'wrapped_key', 'use_key'])

/** A background job gives an entry of the audit trail its place in the chain, at any time. */
const PLACE_IN_THE_CHAIN = new Set(['seq', 'hash'])

async function runWithCvv(template: string, port: number, cvv: string): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-cvv-'))
  cpSync(template, dataDir, { recursive: true })
  const log: string[] = []
  const gateway = await startTestGateway({
    dataDir,
    port,
    env: { SLUICE_LOG_LEVEL: 'trace' },
    adapters: {
      random: seededRandom('payments'),
      clock: STANDING_CLOCK,
      logDestination: { write: (line) => void log.push(line) },
    },
  })
  try {
    // Connections that the client kept to the gateway before this one, at the same address, break on first use.
    await vi.waitFor(() => gateway.token())
    seenAnswers.length = 0
    const card = { cvv }
    for (const flow of [
      'FRICTIONLESS_SUCCESS',
      'CHALLENGE',
      'NO_METHOD_FRICTIONLESS',
      'FALLBACK_APPROVE_AFTER_2',
    ] as const) {
      const body = {
        reference: `order-${flow}`,
        tokenization: { save_card_for_future_payments: flow === 'FALLBACK_APPROVE_AFTER_2' },
      }
      const request = await gateway.cardRequest({ card, flow, body })
      await gateway.post('/api/transactions/authorize', request)
      await gateway.send('POST', '/api/transactions/authorize', { ...request, amount: 0 })
    }
    await gateway.authorize({ card: { cvv: '1' }, body: { reference: 'wrong-cvv' } })
    return {
      answers: seenAnswers.map(withoutDate),
      log: log.map(withoutTimes),
      tables: Object.fromEntries(
        Object.entries(await gateway.books.everything()).map(([name, rows]) => [
          name,
          rows.map((row) => maskRow(name, row)),
        ]),
      ),
    }
  } finally {
    await gateway.close()
  }
}

function withoutDate(answer: string): string {
  return answer.replace(/\["date","[^"]*"\],?/, '')
}

function withoutTimes(line: string): string {
  const { time: _, duration_ms: __, ...rest } = JSON.parse(line) as Record<string, unknown>
  return JSON.stringify(rest)
}

function maskRow(table: string, row: unknown): unknown {
  const isMasked = (column: string, value: unknown) =>
    (table === 'audit_entries' && PLACE_IN_THE_CHAIN.has(column)) ||
    (MASKED_COLUMNS.has(column) && value !== null)
  return Object.fromEntries(
    Object.entries(row as Record<string, unknown>).map(([column, value]) => [
      column,
      isMasked(column, value) ? 'masked' : value,
    ]),
  )
}

/** Returns the same bytes for the same seed. */
function seededRandom(seed: string): Random {
  let drawn = 0
  const bytes = (length: number): Uint8Array => {
    const blocks: Buffer[] = []
    for (let size = 0; size < length; size += 32) {
      blocks.push(createHash('sha256').update(`${seed} ${drawn++}`).digest())
    }
    return Buffer.concat(blocks).subarray(0, length)
  }
  return { bytes, uuid: () => makeUuid(STARTED_AT_MS, bytes(16)) }
}
