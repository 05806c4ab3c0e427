import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { SimulatorAddresses } from '@sluice/gateway-core/simulators-app'

import { type LedgerRow, type OrderRow, readLedger, readOrders } from '../../gateway/test/start-simulators.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** `sluice-gateway simulators`, as an operator runs it. It outlives gateways: what it wrote down happened to the money. */
export interface SimulatorsProgram {
  readonly addresses: SimulatorAddresses
  /** A configuration file that leads a gateway to them. */
  readonly configFile: string
  /** The folder with their books and secrets. */
  readonly folder: string
  /** Returns the log so far. */
  log(): string
  readLedger(): Promise<readonly LedgerRow[]>
  /** The requests that its providers with pages received. */
  readOrders(): Promise<readonly OrderRow[]>
  /** Ends it without a warning; its data stay. */
  kill(): Promise<void>
  /** Ends the program, and removes its data unless the caller named where to keep them. */
  close(): Promise<void>
}

/** @param port - 0 for a free one. */
export function simulatorsCommand(dataDir: string, port = 0): readonly [file: string, ...words: string[]] {
  const options = ['--port', String(port), '--data', dataDir, '--json']
  return [process.execPath, '--conditions=@sluice/source', MAIN, 'simulators', ...options]
}

/** Starts the program, and waits until it has printed its address. */
export async function startSimulatorsProgram(
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly dataDir?: string
    readonly port?: number
    /** How long a gateway waits for each provider; its own time limit when missing. */
    readonly timeoutMs?: number
  } = {},
): Promise<SimulatorsProgram> {
  const { env, port, timeoutMs } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
  const [file, ...words] = simulatorsCommand(dataDir, port)
  const child = spawn(file, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SLUICE_LOG_LEVEL: 'error', ...env },
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log += part))
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(log))),
  ])
  const addresses = JSON.parse(String(line[0])) as SimulatorAddresses
  const configFile = join(dataDir, 'simulators.json')
  const providers = addresses.providers.map((provider) => ({
    ...provider,
    ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
  }))
  writeFileSync(configFile, JSON.stringify({ providers, three_ds_servers: addresses.three_ds_servers }))
  const folder = join(dataDir, 'simulators')
  return {
    addresses,
    configFile,
    folder,
    log: () => log,
    readLedger: () => readLedger(folder),
    readOrders: () => readOrders(folder),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
