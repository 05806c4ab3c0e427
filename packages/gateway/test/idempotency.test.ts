import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedSession, Envelope, Transaction, ValidationFailure } from '@sluice/types'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withDatabaseFile } from './embedded-database.ts'
import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { findFreePort } from '../../platform/test/free-port.ts'
import { createGatewayDatabase, GATEWAY_DATABASES } from './gateway-databases.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** Simulates a process that died after its handler's commit and before its answer was stored. */
const DIED_BEFORE_THE_ANSWER = 'update stored_answers set sealed_answer = null, lease_until = 0'
/** Simulates such a process a moment ago, whose lease has not expired. */
const DIED_JUST_NOW = 'update stored_answers set sealed_answer = null, lease_until = 9999999999999'

let keys = 0
const newKey = () => `key-${(keys += 1)}`

describe.each(GATEWAY_DATABASES)('idempotency on %s', (kind) => {
  let gateway: TestGateway
  let postgres: TestPostgres | null = null
  let execute: (sql: string) => Promise<unknown>

  beforeAll(async () => {
    if (kind === 'PostgreSQL') {
      postgres = await startPostgres()
      const databaseUrl = await createGatewayDatabase(postgres)
      gateway = await startTestGateway({ databaseUrl })
      execute = async (sql) => {
        const client = new pg.Client({ connectionString: databaseUrl })
        await client.connect()
        try {
          return (await client.query(sql)).rows
        } finally {
          await client.end()
        }
      }
    } else {
      gateway = await startTestGateway()
      execute = (sql) =>
        withDatabaseFile(gateway.dataDir, (file) => {
          const statement = file.prepare(sql)
          return statement.reader ? statement.all() : statement.run()
        })
    }
  })
  afterAll(async () => {
    await gateway.close()
    await postgres?.stop()
  })

  const authorize = (body: unknown, key?: string) =>
    gateway.send<Envelope>(
      'POST',
      '/api/transactions/authorize',
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    )

  const createSession = (body: unknown, key: string) =>
    gateway.send<EmbeddedSession>('POST', '/api/sessions', body, { 'idempotency-key': key })
  const sessionStatus = async (id: string) =>
    (await gateway.sendFromBrowser('GET', `/api/client/sessions/${id}/status`)).status

  it('returns the first answer again, including its resume tokens', async () => {
    const [body, key] = [await gateway.cardRequest({ flow: 'CHALLENGE' }), newKey()]
    const first = await authorize(body, key)
    const second = await authorize(body, key)
    expect(first.body.action?.payment_data).toMatch(/^[\w-]{43}$/)
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    const [{ count }] = (await execute(
      `select count(*) as count from transactions where reference = '${String(body['reference'])}'`,
    )) as [{ count: number | string }]
    expect(Number(count)).toBe(1)
  })

  it('separates keys of different paths and merchants', async () => {
    const key = newKey()
    expect((await authorize(await gateway.cardRequest({ flow: 'NO_3DS' }), key)).status).toBe(200)
    expect((await createSession(gateway.sessionRequest(), key)).status).toBe(200)
    expect(await execute(`select distinct merchant_id from stored_answers`)).toEqual([
      { merchant_id: gateway.ready.merchant_id },
    ])
  })

  it('rejects the key with another body', async () => {
    const [body, key] = [await gateway.cardRequest({ flow: 'NO_3DS' }), newKey()]
    await authorize(body, key)
    // Sealed again: the same card, but other bytes.
    const answer = await authorize({ ...body, ...(await gateway.cardRequest()) }, key)
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        errors: [
          {
            property: 'Idempotency-Key',
            message: 'already used with a different request body',
            params: ['Idempotency-Key'],
          },
        ],
        method: 'POST',
        status: 422,
      },
    ])
  })

  it('runs one of many concurrent requests', async () => {
    const [body, key] = [await gateway.cardRequest({ flow: 'NO_3DS', metadata: { delay_ms: 50 } }), newKey()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => authorize(body, key)))
    const [winner] = answers.filter(({ status }) => status === 200)
    expect(winner?.body.result?.status).toBe('APPROVED')
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.text).toBe(winner?.text)
      else {
        expect(answer.status).toBe(409)
        expect(answer.headers.get('retry-after')).toBe('1')
        expect(answer.body).toEqual({
          error: 'Conflict',
          message: 'A request with this Idempotency-Key is still being processed',
        })
      }
    }
    expect((await authorize(body, key)).text).toBe(winner?.text)
  })

  it('stores only successful answers', async () => {
    const key = newKey()
    const body = gateway.sessionRequest()
    const wrong = [{ ...body, amount: 0 }, { ...body, terminal_id: 'T99999999999' }, '{']
    for (const attempt of wrong)
      expect((await createSession(attempt, key)).status).toBeGreaterThanOrEqual(400)
    const unknown = await gateway.send('POST', '/api/sessions', body, {
      'idempotency-key': key,
      authorization: '',
    })
    expect(unknown.status).toBe(401)
    expect((await createSession(body, key)).status).toBe(200)
  })

  it.each([
    ['', 'length must be at least 1', ['1', '0']],
    ['k'.repeat(256), 'length must be at most 255', ['255', '256']],
    ['schlüssel', 'has an invalid format', []],
  ])('rejects the key %j', async (key, message, params) => {
    const answer = await gateway.send<ValidationFailure>('POST', '/api/sessions', gateway.sessionRequest(), {
      'idempotency-key': key,
    })
    expect(answer.body.errors).toEqual([
      { property: 'Idempotency-Key', message, params: ['Idempotency-Key', ...params] },
    ])
  })

  it('answers 409 until the lease of a dead process expires', async () => {
    const [body, key] = [gateway.sessionRequest(), newKey()]
    await createSession(body, key)
    await execute(DIED_JUST_NOW)
    expect((await createSession(body, key)).status).toBe(409)
    expect((await createSession({ ...body, amount: 1 }, key)).status).toBe(422)
  })

  it('returns the current state of an authorization whose answer was lost', async () => {
    const waiting = { body: await gateway.cardRequest({ flow: 'CHALLENGE' }), key: newKey() }
    const paid = { body: await gateway.cardRequest({ flow: 'NO_3DS' }), key: newKey() }
    const [first, second] = [await authorize(waiting.body, waiting.key), await authorize(paid.body, paid.key)]
    await execute(DIED_BEFORE_THE_ANSWER)
    expect((await authorize(waiting.body, waiting.key)).body.result).toMatchObject({
      id: first.body.action?.transaction_id,
      status: 'PENDING',
      processing_code: '1002',
    })
    const again = await authorize(paid.body, paid.key)
    expect(again.text).toBe(second.text)
    // The answer is stored now, and another key is still another request.
    expect((await authorize(paid.body, paid.key)).text).toBe(second.text)
    expect((await authorize(paid.body, newKey())).status).toBe(422)
    expect((await authorize(paid.body)).status).toBe(422)
  })

  it('moves money once, whatever happens to the answer', async () => {
    const { transaction } = await gateway.pay({ flow: 'NO_3DS' })
    const refund = {
      terminal_id: transaction.terminal_id,
      reference: transaction.reference,
      transaction_type: 'REFUND',
      amount: 1_000,
      currency: 'EUR',
    }
    const key = newKey()
    const send = (name: string) =>
      gateway.send<Transaction>('POST', '/api/transactions/manage', refund, { 'idempotency-key': name })
    const first = await send(key)
    expect(first.body).toMatchObject({ status: 'APPROVED', amount: 1_000 })
    expect((await send(key)).text).toBe(first.text)
    await execute(DIED_BEFORE_THE_ANSWER)
    expect((await send(key)).text).toBe(first.text)
    expect((await gateway.status(transaction.id)).data?.operations?.refunded_amount).toBe(1_000)
    // Another key is another refund, even of the same amount.
    expect((await send(newKey())).body.id).not.toBe(first.body.id)
    expect((await gateway.status(transaction.id)).data?.operations?.refunded_amount).toBe(2_000)
  })

  it('creates a session again whose id was lost, replacing the first', async () => {
    const [body, key] = [gateway.sessionRequest(), newKey()]
    const lost = await createSession(body, key)
    await execute(DIED_BEFORE_THE_ANSWER)
    const again = await createSession(body, key)
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...lost.body, id: again.body.id })
    expect(again.body.id).not.toBe(lost.body.id)
    expect([await sessionStatus(lost.body.id), await sessionStatus(again.body.id)]).toEqual([404, 200])
  })

  it.each([
    ['is being paid', {}],
    ['had a declined payment', { cvv: '1' }],
  ])('does not replace a session that %s', async (_, card) => {
    const [body, key] = [gateway.sessionRequest({ metadata: { simulated_flow: 'CHALLENGE' } }), newKey()]
    const { id } = (await createSession(body, key)).body
    await gateway.sendFromBrowser('POST', `/api/client/sessions/${id}/payments`, {
      payment_method: { type: 'card', data: await gateway.seal(card, id) },
      browser_info: BROWSER_INFO,
    })
    await execute(DIED_BEFORE_THE_ANSWER)
    expect((await createSession(body, key)).status).toBe(422)
    expect(await sessionStatus(id)).toBe(200)
  })

  it('returns the answer again to a browser, too', async () => {
    const { id } = (
      await createSession(gateway.sessionRequest({ metadata: { simulated_flow: 'NO_3DS' } }), newKey())
    ).body
    const body = {
      payment_method: { type: 'card', data: await gateway.seal({}, id) },
      browser_info: BROWSER_INFO,
    }
    const headers = {
      'x-client-key': gateway.ready.client_key,
      authorization: '',
      'idempotency-key': newKey(),
    }
    const pay = () => gateway.send('POST', `/api/client/sessions/${id}/payments`, body, headers)
    const [first, second] = [await pay(), await pay()]
    expect(first.status).toBe(200)
    expect(second.text).toBe(first.text)
    const other = await gateway.send('POST', `/api/client/sessions/${id}/payments`, body, {
      ...headers,
      'idempotency-key': newKey(),
    })
    expect(other.status).toBe(409)
  })

  it('stores nothing that gives access', async () => {
    const [body, session, key] = [
      await gateway.cardRequest({ flow: 'CHALLENGE' }),
      gateway.sessionRequest(),
      newKey(),
    ]
    const { action } = (await authorize(body, key)).body
    const { id } = (await createSession(session, key)).body
    const rows = (await execute('select * from stored_answers')) as Record<string, unknown>[]
    const table = rows
      .map((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
      )
      .join('\n')
    expect(rows.length).toBeGreaterThan(2)
    expect(action?.payment_data).toBeDefined()
    for (const secret of [action?.payment_data, id, key, action?.transaction_id]) {
      expect(table).not.toContain(secret)
    }
  })
})

describe('two gateways and one key', () => {
  let postgres: TestPostgres
  let gateways: readonly [TestGateway, TestGateway]

  beforeAll(async () => {
    postgres = await startPostgres()
    const port = await findFreePort()
    const options = {
      env: { SLUICE_AUTH_URL: `http://127.0.0.1:${port}` },
      databaseUrl: await createGatewayDatabase(postgres),
      dataDir: mkdtempSync(join(tmpdir(), 'sluice-keys-')),
    }
    gateways = await Promise.all([startTestGateway({ ...options, port }), startTestGateway(options)])
  })
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()))
    await postgres.stop()
  })

  it('run the request in one of them', async () => {
    const [first, second] = gateways
    const requests = await Promise.all(Array.from({ length: 5 }, () => first.cardRequest({ flow: 'NO_3DS' })))
    for (const body of requests) {
      const headers = { 'idempotency-key': newKey() }
      const send = (gateway: TestGateway) =>
        gateway.send<Envelope>('POST', '/api/transactions/authorize', body, headers)
      const answers = await Promise.all([first, second, first, second].map(send))
      const texts = answers.filter(({ status }) => status === 200).map(({ text }) => text)
      expect(new Set(texts).size).toBe(1)
      expect(answers.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
      expect((await send(second)).text).toBe(texts[0])
    }
  })
})
