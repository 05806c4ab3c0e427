import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'

import type { Transaction } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { findFreePort } from '../../platform/test/free-port.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** `PROVE=1` runs more. */
const PURCHASES = env['PROVE'] === undefined ? 8 : 20
const REFUNDS = 20
const REFUND_MINOR = 900
const ALLOWED = 11

let postgres: TestPostgres
let databaseUrl: string
let gateways: readonly TestGateway[]

beforeAll(async () => {
  postgres = await startPostgres()
  databaseUrl = await createGatewayDatabase(postgres)
  const port = await findFreePort()
  const options = {
    // One address gives all tokens the same issuer.
    env: { SLUICE_AUTH_URL: `http://127.0.0.1:${port}` },
    databaseUrl,
    dataDir: mkdtempSync(join(tmpdir(), 'sluice-race-')),
  }
  gateways = await Promise.all([startTestGateway({ ...options, port }), startTestGateway(options)])
})
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await postgres.stop()
})

/** Sends a request as merchants do: a busy database answers 503, nothing was done, and the request is repeated. */
async function refund(gateway: TestGateway, purchase: Transaction): Promise<number> {
  const { terminal_id, currency, reference } = purchase
  const body = { terminal_id, currency, reference, amount: REFUND_MINOR, transaction_type: 'REFUND' }
  const key = { 'idempotency-key': randomUUID() }
  for (;;) {
    const { status } = await gateway.send('POST', '/api/transactions/manage', body, key)
    if (status !== 503) return status
  }
}

it('two gateways on one database refund no more than was captured, for any number of concurrent requests', async () => {
  const [first, second] = gateways
  if (!first || !second) throw new Error('no gateways')
  for (let place = 0; place < PURCHASES; place += 1) {
    const { result } = await first.authorize({ flow: 'NO_3DS' })
    if (result === null) throw new Error('no result')
    const statuses = await Promise.all(
      Array.from({ length: REFUNDS }, (_, turn) => refund(turn % 2 === 0 ? first : second, result)),
    )
    expect(statuses.sort()).toEqual([
      ...Array.from({ length: ALLOWED }, () => 200),
      ...Array.from({ length: REFUNDS - ALLOWED }, () => 422),
    ])
    expect((await first.status(result.id)).data?.operations).toMatchObject({
      refunded_amount: ALLOWED * REFUND_MINOR,
    })
  }
  expect(await expectMoneyToAddUp((query) => first.books.query(query))).toBe(PURCHASES)
  const refunds = (await first.books.all('charges')).filter((row) => row['type'] === 'REFUND')
  expect(refunds).toHaveLength(PURCHASES * ALLOWED)
  expect(new Set(refunds.map((row) => Number(row['amount'])))).toEqual(new Set([REFUND_MINOR]))
})
