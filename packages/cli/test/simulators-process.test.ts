import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SimulatedFlow } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type SimulatorsProgram, startSimulatorsProgram } from './simulators-program.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

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
  let simulators: SimulatorsProgram
  let gateway: TestGateway

  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
  const start = (port = 0) =>
    startSimulatorsProgram({ dataDir, port, env: { SLUICE_LOG_LEVEL: 'trace' }, timeoutMs: 4_000 })

  beforeAll(async () => {
    simulators = await start()
    gateway = await startTestGateway({ env: { SLUICE_CONFIG_FILE: simulators.configFile } })
  })
  afterAll(async () => {
    await gateway.close()
    await simulators.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ledgerOf = async (transactionId: string) => {
    const keys = (await gateway.books.of('attempts', transactionId)).map(({ id }) => id)
    const ledger = await simulators.readLedger()
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
    const port = Number(new URL(simulators.addresses.three_ds_servers[0].url).port)
    await simulators.kill()

    await gateway.advance(2_000)
    expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'PENDING' })
    simulators = await start(port)
    await gateway.advance(15_000)
    expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'APPROVED' })
    expect(await ledgerOf(result?.id ?? '')).toHaveLength(1)
  })

  it('no card number is left behind, in the simulators’ files or in their log', async () => {
    const number = '4000002500003155'
    const paid = await gateway.pay({ card: { number }, atTheBank: ['1234'] })
    expect(paid.transaction).toMatchObject({ status: 'APPROVED' })
    const { folder } = simulators
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const { name } of files) expect(readFileSync(join(folder, name)).includes(number)).toBe(false)
    expect(simulators.log()).toContain('/providers/sim-a/*')
    expect(simulators.log()).not.toContain(number)
  })
})
