import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { SimulatedFlow } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { SimulatorAddresses } from '../src/simulators-app.ts'
import { readLedger } from './start-simulators.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

const CHALLENGED = ['fingerprint', 'challenge']

/** One of every kind of enrolment, answer, challenge, delivery and routing. */
const ROWS: readonly {
  readonly flow: SimulatedFlow
  readonly types?: readonly string[]
  readonly steps: readonly string[]
  readonly ends: readonly [status: string, code: string]
}[] = [
  { flow: 'NO_3DS', steps: [], ends: ['APPROVED', '0000'] },
  { flow: 'FRICTIONLESS_SUCCESS', steps: ['fingerprint'], ends: ['APPROVED', '0000'] },
  { flow: 'FRICTIONLESS_REJECTED', steps: ['fingerprint'], ends: ['DECLINED', '3001'] },
  { flow: 'NOT_ENROLLED', steps: [], ends: ['DECLINED', '3002'] },
  { flow: 'DIRECTORY_TIMEOUT', steps: [], ends: ['DECLINED', '3002'] },
  { flow: 'AUTHENTICATION_ERROR', steps: [], ends: ['DECLINED', '3000'] },
  { flow: 'METHOD_TIMEOUT_FRICTIONLESS', steps: ['fingerprint'], ends: ['APPROVED', '0000'] },
  { flow: 'NO_METHOD_CHALLENGE', types: ['1234'], steps: ['challenge'], ends: ['APPROVED', '0000'] },
  { flow: 'CHALLENGE', types: ['9', '9', '1234'], steps: CHALLENGED, ends: ['APPROVED', '0000'] },
  { flow: 'CHALLENGE', types: ['1111'], steps: CHALLENGED, ends: ['DECLINED', '3001'] },
  { flow: 'CHALLENGE', types: ['cancel'], steps: CHALLENGED, ends: ['CANCELED', '1003'] },
  { flow: 'CHALLENGE_ERROR', types: ['x'], steps: CHALLENGED, ends: ['DECLINED', '3000'] },
  {
    flow: 'CHALLENGE_REDIRECT',
    types: ['1234'],
    steps: ['fingerprint', 'redirect'],
    ends: ['APPROVED', '0000'],
  },
  {
    flow: 'CHALLENGE_FORM_SUBMIT',
    types: ['1234'],
    steps: ['fingerprint', 'form_submit'],
    ends: ['APPROVED', '0000'],
  },
  {
    flow: 'DOUBLE_CHALLENGE_SUCCESS',
    types: ['x', 'x'],
    steps: [...CHALLENGED, 'challenge'],
    ends: ['APPROVED', '0000'],
  },
  {
    flow: 'FALLBACK_CHALLENGE_AFTER_1',
    types: ['1234', '1234'],
    steps: [...CHALLENGED, ...CHALLENGED],
    ends: ['APPROVED', '0000'],
  },
]

describe('a gateway and simulators that are another process', () => {
  let dataDir: string
  let child: ChildProcess
  let addresses: SimulatorAddresses
  let gateway: TestGateway
  let log = ''

  async function startSimulators(port: number): Promise<void> {
    child = spawn(
      process.execPath,
      [
        '--conditions=@sluice/source',
        MAIN,
        'simulators',
        '--port',
        String(port),
        '--data',
        dataDir,
        '--json',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SLUICE_LOG_LEVEL: 'trace' } },
    )
    if (!child.stdout) throw new Error('no output')
    child.stderr?.on('data', (part) => (log += String(part)))
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    addresses = JSON.parse(line) as SimulatorAddresses
  }

  async function killSimulators(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
    await startSimulators(0)
    const configFile = join(dataDir, 'sluice.json')
    const providers = addresses.providers.map((provider) => ({
      ...provider,
      timeout_ms: 1_500,
    }))
    writeFileSync(configFile, JSON.stringify({ providers, three_ds_server: addresses.three_ds_server }))
    gateway = await startTestGateway({ env: { SLUICE_CONFIG_FILE: configFile } })
  })
  afterAll(async () => {
    await gateway.close()
    await killSimulators()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ledgerOf = async (transactionId: string) => {
    const keys = (await gateway.books.of('attempts', transactionId)).map(({ id }) => id)
    const ledger = await readLedger(join(dataDir, 'simulators'))
    return ledger.filter((row) => keys.includes(row.idempotency_key))
  }

  it.each(ROWS)('$flow ends $ends', async ({ flow, types, steps, ends: [status, code] }) => {
    const paid = await gateway.pay({ flow, atTheBank: types ?? [] })
    expect(paid.transaction).toMatchObject({ status, processing_code: code })
    expect(paid.steps).toEqual(steps)
    const approvals = (await ledgerOf(paid.transaction.id)).filter((row) => row.processing_code === '0000')
    expect(approvals).toHaveLength(status === 'APPROVED' ? 1 : 0)
  })

  it('a test card means the same there', async () => {
    const { transaction } = await gateway.pay({ card: { number: '4000000000009995' } })
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  })

  it('an answer that was lost with a killed provider is found after its restart, charged once', async () => {
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      metadata: { simulated_fault: 'TIMEOUT_AFTER_EXECUTION' },
    })
    expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    const port = Number(new URL(addresses.three_ds_server.url).port)
    await killSimulators()

    await gateway.advance(2_000)
    expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'PENDING' })
    await startSimulators(port)
    await gateway.advance(15_000)
    expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'APPROVED' })
    expect(await ledgerOf(result?.id ?? '')).toHaveLength(1)
  })

  it('no card number is left behind, in the simulators’ files or in their log', async () => {
    const number = '4000002500003155'
    const paid = await gateway.pay({ card: { number }, atTheBank: ['1234'] })
    expect(paid.transaction).toMatchObject({ status: 'APPROVED' })
    const folder = join(dataDir, 'simulators')
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const { name } of files) expect(readFileSync(join(folder, name)).includes(number)).toBe(false)
    expect(log).toContain('/providers/sim-a/*')
    expect(log).not.toContain(number)
  })
})
