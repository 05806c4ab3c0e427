import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type AuthorizationMessage, isSignedBy, type OutcomeMessage } from '@sluice/provider-protocol'
import { expect, it, onTestFinished } from 'vitest'

import { SIMULATED_REGISTRATION } from '@sluice/simulators'
import { findFreePort } from '../../platform/test/free-port.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway } from './test-gateway.ts'
import { tally } from './tally.ts'

const [OLD, NEW] = [makeSecret(), makeSecret()]

function makeSecret(): string {
  return randomBytes(32).toString('base64')
}

/** A card provider that accepts both of the gateway's secrets for a while, as providers do during a rotation. */
async function startProvider() {
  const seen: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const signed = { method: request.method ?? '', path: request.url ?? '', body }
      const secret = [OLD, NEW].find((one) => isSignedBy(signed, request.headers, one, Date.now()))
      seen.push(secret ?? 'none')
      const asked = JSON.parse(body) as AuthorizationMessage
      const { idempotency_key, account_id, amount, currency } = asked
      const approved: OutcomeMessage = {
        idempotency_key,
        account_id,
        approved_amount: amount,
        currency,
        processing_code: '0000',
        response_code: '00',
        response_message: 'Approved',
        approval_code: 'ABC123',
        reference_number: '632410123456',
        systan: 123_456,
        retryable: false,
        network_transaction_id: null,
      }
      response.writeHead(secret === undefined ? 401 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(secret === undefined ? { executed: false, reason: 'signature' } : approved))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('a provider’s secret changes with a rolling restart, and no payment fails', async () => {
  const provider = await startProvider()
  const folder = mkdtempSync(join(tmpdir(), 'sluice-provider-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const port = await findFreePort()
  const start = (secret: string, at: number) => {
    const secretFile = join(folder, `secret-${at}`)
    const file = join(folder, `sluice-${at}.json`)
    writeFileSync(secretFile, secret, { mode: 0o600 })
    const acquirer = {
      id: 'sim-a',
      type: 'http',
      url: provider.url,
      secret_file: secretFile,
      accounts: [{ id: 'sim-a-eur', ...SIMULATED_REGISTRATION }],
      methods: ['card'],
      operations: ['REFUND'],
    }
    writeFileSync(file, JSON.stringify({ providers: [acquirer] }))
    const env = { SLUICE_CONFIG_FILE: file, SLUICE_AUTH_URL: `http://127.0.0.1:${port}` }
    return startTestGateway({ databaseUrl, dataDir: join(folder, 'data'), port: at, env })
  }

  let serving = await start(OLD, port)
  const before = serving
  let isOver = false
  const paid = tally()
  const customers = [0, 1, 2].map(async () => {
    while (!isOver) {
      // The load balancer sends new requests to a process that accepts them.
      expect((await serving.authorize({ flow: 'NO_3DS' })).result?.status).toBe('APPROVED')
      paid.count()
    }
  })
  await paid.reaches(5)
  serving = await start(NEW, 0)
  await paid.reaches(10)
  // It finishes the requests that it has begun.
  await before.app.close()
  await paid.reaches(5)
  isOver = true
  await Promise.all(customers)
  await serving.app.close()

  expect(new Set(provider.seen)).toEqual(new Set([OLD, NEW]))
  expect(provider.seen.at(-1)).toBe(NEW)
})
