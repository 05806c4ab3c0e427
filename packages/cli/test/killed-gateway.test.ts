import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Envelope, SandboxCredentials, Transaction } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Book, Books } from '../../gateway/test/books.ts'
import { findFreePort } from '../../platform/test/free-port.ts'
import { answerBank, challengeForm, decodeToken, messageOf, open } from '../../gateway/test/shopper.ts'
import { MerchantAtGateway } from '../../gateway/test/merchant-at-gateway.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

describe('a gateway that is killed', () => {
  let dataDir: string
  let port: number
  let gateway: ChildProcess | null = null

  async function start(): Promise<SandboxCredentials> {
    gateway = spawn(
      process.execPath,
      ['--conditions=@sluice/source', MAIN, 'start', '--port', String(port), '--data', dataDir, '--json'],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SLUICE_LOG_LEVEL: 'error' } },
    )
    if (!gateway.stdout) throw new Error('no output')
    const lines = once(createInterface(gateway.stdout), 'line') as Promise<[string]>
    const ended = once(gateway, 'exit').then(([code]) => {
      throw new Error(`the gateway ended with ${code} before it was ready`)
    })
    const [line] = await Promise.race([lines, ended])
    ended.catch(() => undefined)
    return JSON.parse(line) as SandboxCredentials
  }

  async function kill(): Promise<void> {
    if (gateway === null || gateway.exitCode !== null) return
    const ended = once(gateway, 'exit')
    gateway.kill('SIGKILL')
    await ended
    gateway = null
  }

  async function count(book: Book, column: string, value: string): Promise<number> {
    return (await new Books({ dataDir }).all(book)).filter((row) => row[column] === value).length
  }

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-killed-'))
    port = await findFreePort()
  })
  afterEach(async () => {
    await kill()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('in the middle of a challenge continues after a restart, and approves once', async () => {
    const first = await start()
    const merchant = new MerchantAtGateway(first)
    const envelope = await merchant.authorize({ flow: 'NO_METHOD_CHALLENGE' })
    const action = envelope.action
    if (action === null) throw new Error('no challenge')
    const token = decodeToken(action.token)
    const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))

    await kill()
    const second = await start()
    // The ports for browsers without the names are any that are free.
    const stays = (ready: object) => ({ ...ready, env: '', fallback_origins: {} })
    expect(stays(second)).toEqual(stays(first))

    const page = await answerBank(bank, ['1234'], 'iframe')
    expect(messageOf(page)).toMatchObject({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y' })
    const complete = () =>
      merchant.post<Envelope>('/api/transactions/three-ds/authentication-completed', {
        payment_data: action.payment_data,
        session_id: action.session_id,
        trans_status: 'Y',
      })
    const results = await Promise.all([complete(), complete(), complete()])
    for (const { result } of results)
      expect(result).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(await count('events', 'transaction_id', action.transaction_id)).toBe(1)
    expect(await count('attempts', 'transaction_id', action.transaction_id)).toBe(1)
  })

  it('while the provider works finds the outcome after a restart, and charges once', async () => {
    const merchant = new MerchantAtGateway(await start())
    const reference = 'killed-at-the-provider'
    const lost = merchant
      .authorize({
        flow: 'NO_METHOD_FRICTIONLESS',
        metadata: { simulated_delay_ms: 20_000 },
        body: { reference },
      })
      .catch(() => 'connection lost')
    // The provider has decided and delays its answer; killed before that, the attempt would rightly be fenced.
    await vi.waitFor(async () => expect(await count('charges', 'processing_code', '0000')).toBe(1), {
      timeout: 10_000,
    })
    await kill()
    expect(await lost).toBe('connection lost')

    await start()
    const stored = await new Books({ dataDir }).all('transactions')
    const id = String(stored.find((row) => row['reference'] === reference)?.['id'])
    await vi.waitFor(
      async () => {
        const { transaction } = await merchant.get<{ transaction: Transaction }>(
          `/api/transactions/${id}/status`,
        )
        expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      },
      { timeout: 15_000, interval: 200 },
    )
    expect(await count('events', 'transaction_id', id)).toBe(1)
    expect(await count('charges', 'processing_code', '0000')).toBe(1)
  })
})
