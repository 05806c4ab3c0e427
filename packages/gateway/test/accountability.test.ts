import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openAuditStream } from '@sluice/platform/audit/audit-stream'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

interface Line {
  readonly seq: number
  readonly hash: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
}

describe('the copy of the audit trail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-audit-'))
  const path = join(folder, 'audit.jsonl')
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { SLUICE_AUDIT_STREAM: path } })
  })
  afterAll(async () => {
    await gateway.close()
    rmSync(folder, { recursive: true })
  })

  const readLines = async () => {
    await gateway.app.runDueWork()
    return readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  }
  const find = async (action: string, subject: string) =>
    (await readLines()).find((line) => line.action === action && line.subject === subject)

  it('begins with the start of the process, and only its owner can read it', async () => {
    expect(await find('gateway.start', 'gateway')).toMatchObject({
      actor: 'gateway',
      detail: { environment: 'test' },
    })
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('records who got a token, and who did not', async () => {
    const { auth_url, realm, client_id } = gateway.ready
    await gateway.token()
    const refused = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'user-agent': 'test', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret: 'guess' }),
    })
    expect(await find('authentication.accept', client_id)).toMatchObject({
      actor: 'merchant',
      detail: { outcome: 'issued', address: '127.0.0.1' },
    })
    expect(await find('authentication.refuse', client_id)).toMatchObject({
      actor: 'caller',
      detail: {
        outcome: 'client_refused',
        address: '127.0.0.1',
        request_id: refused.headers.get('x-request-id'),
      },
    })
    expect(readFileSync(path, 'utf8')).not.toContain('guess')
  })

  it('records who was rejected without a valid token', async () => {
    const answer = await fetch(`${gateway.ready.base_url}/api/customers/c`, {
      headers: { 'user-agent': 'test', authorization: 'Bearer nothing' },
    })
    expect(answer.status).toBe(401)
    expect(await find('access.refuse', 'getCustomer')).toMatchObject({
      actor: 'caller',
      detail: { outcome: 401, request_id: answer.headers.get('x-request-id') },
    })
  })

  it('records client, address and request of each action', async () => {
    const { result } = await gateway.authorize({ flow: 'NO_3DS', body: { transaction_type: 'PURCHASE' } })
    const refund = await gateway.send('POST', '/api/transactions/manage', {
      terminal_id: result?.terminal_id,
      transaction_type: 'REFUND',
      reference: result?.reference,
      amount: 100,
      currency: result?.currency,
    })
    expect(refund.status).toBe(200)
    const line = (await readLines()).find(({ action }) => action === 'operation.open')
    expect(line?.detail).toMatchObject({
      client_id: gateway.ready.client_id,
      address: '127.0.0.1',
      request_id: refund.headers.get('x-request-id'),
    })
  })

  it('has every entry once, in the order of the chain', async () => {
    const lines = await readLines()
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1))
    expect(new Set(lines.map(({ hash }) => hash)).size).toBe(lines.length)
  })
})

describe('a syslog collector', () => {
  it('gets messages of RFC 5424', async () => {
    const collector = createSocket('udp4').bind(0, '127.0.0.1')
    await once(collector, 'listening')
    const { port } = collector.address()
    const stream = openAuditStream({ kind: 'syslog', host: '127.0.0.1', port })
    const received = once(collector, 'message')
    await stream.send(['{"seq":1}'])
    const [message] = (await received) as [Buffer]
    expect(message.toString()).toMatch(
      /^<109>1 \d{4}-\d\d-\d\dT\S+Z \S+ sluice-gateway \d+ audit - \{"seq":1\}$/,
    )
    stream.close()
    collector.close()
  })
})
