import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { SimulatorAddresses } from '../../src/simulators-app.ts'
import { type LedgerRow, type OrderRow, readLedger, readOrders } from '../start-simulators.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')

/** Card providers that outlive the gateways: what they wrote down is what happened to the money. */
export interface SimulatorsProcess {
  /** A configuration file that leads a gateway to them. */
  readonly configFile: string
  readLedger(): Promise<readonly LedgerRow[]>
  /** What its providers with pages were asked for. */
  readOrders(): Promise<readonly OrderRow[]>
  close(): Promise<void>
}

/** Starts the program `sluice-gateway simulators` on a free port. */
export async function startSimulatorsProcess(): Promise<SimulatorsProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@sluice/source', MAIN, 'simulators', '--port', '0', '--data', dataDir, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SLUICE_LOG_LEVEL: 'error' } },
  )
  const ended = once(child, 'exit')
  if (!child.stdout) throw new Error('no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const addresses = JSON.parse(line) as SimulatorAddresses
  const configFile = join(dataDir, 'sluice.json')
  const providers = addresses.providers.map((provider) => ({
    ...provider,
    accounts: [`${provider.id}-eur`],
  }))
  writeFileSync(configFile, JSON.stringify({ providers, three_ds_server: addresses.three_ds_server }))
  return {
    configFile,
    readLedger: () => readLedger(join(dataDir, 'simulators')),
    readOrders: () => readOrders(join(dataDir, 'simulators')),
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
