import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Clock } from '@sluice/platform/kernel/clock'
import { Secret } from '@sluice/platform/kernel/secret'
import { systemClock } from '@sluice/platform/system'

import { codeAt } from '../../simulators/src/alternative-provider/order.ts'
import { fromOrderRow } from '../../simulators/src/alternative-provider/order-rows.store.ts'
import { readConfig } from '../src/config.ts'
import { declareUsual } from '../src/transactions/index.ts'
import { createProviders, createThreeDsServer } from '../src/providers/index.ts'
import { Books } from './books.ts'
import { buildSimulators, type SimulatorAddresses } from '../src/simulators-app.ts'
import type { ThreeDsServer } from '../src/three-ds/index.ts'
import type { Provider } from '../src/transactions/index.ts'

export interface RemoteParties {
  readonly providers: ReadonlyMap<string, Provider>
  readonly threeDsServer: ThreeDsServer
}

export interface TestSimulators extends RemoteParties {
  readonly addresses: SimulatorAddresses
  /** The entries of the card providers' ledger. */
  readLedger(): Promise<readonly LedgerRow[]>
  close(): Promise<void>
}

export interface LedgerRow {
  readonly provider_id: string
  readonly idempotency_key: string
  readonly processing_code: string
  /** AUTHORIZE, PURCHASE, CAPTURE, REFUND or VOID. */
  readonly type: string
  /** The key of the parent of a capture, refund or void. */
  readonly original_key: string | null
}

/** An order in the books of a provider with pages. */
export interface OrderRow {
  readonly transaction_id: string
  readonly processing_code: string
}

/** Creates adapters for simulators at these addresses. */
function reach(
  { providers, three_ds_servers: [threeDsServer] }: SimulatorAddresses,
  clock: Clock,
  timeoutMs: number,
): RemoteParties {
  const options = { clock, realTime: systemClock }
  const party = ({ url, secret_file }: { url: string; secret_file: string }) => ({
    at: url,
    secret: new Secret(readFileSync(secret_file, 'utf8').trim()),
  })
  return {
    providers: createProviders(
      providers.map((provider) => ({
        id: provider.id,
        type: 'http',
        capabilities: {
          methods: new Set(provider.methods),
          ...declareUsual(new Set(provider.operations), provider.fences ? 'native' : 'none'),
          reports: provider.callback_secret_files.length === 0 ? 'NONE' : 'HINT',
        },
        timeoutMs,
        ...party(provider),
      })),
      options,
    ),
    threeDsServer: createThreeDsServer(
      {
        ...party(threeDsServer),
        hostedOrigins: () => threeDsServer.hosted_challenge_origins,
        threeRi: threeDsServer.three_ri,
      },
      options,
    ),
  }
}

/** Reads the rows of the providers' ledger in a data directory. */
export async function readLedger(dataDir: string): Promise<readonly LedgerRow[]> {
  return (await new Books({ dataDir }).all('charges')) as unknown as readonly LedgerRow[]
}

/** Reads the current orders of the providers in a data directory. An order expires before that is stored. */
export async function readOrders(dataDir: string): Promise<readonly OrderRow[]> {
  const rows = (await new Books({ dataDir }).all('orders')) as unknown as Parameters<typeof fromOrderRow>[0][]
  const nowMs = Date.now()
  return rows.map((row) => {
    const order = fromOrderRow(row)
    return { transaction_id: order.transactionId, processing_code: codeAt(order, nowMs) }
  })
}

/** Starts the simulators as a service on a free port, and adapters that speak to them over HTTP. */
export async function startSimulators(
  options: { readonly clock?: Clock; readonly timeoutMs?: number; readonly operatorToken?: string } = {},
): Promise<TestSimulators> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
  const reading = readConfig(
    { port: '0', data: dataDir },
    {
      SLUICE_LOG_LEVEL: 'silent',
      ...(options.operatorToken && { SLUICE_OPERATOR_TOKEN: options.operatorToken }),
    },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const app = await buildSimulators(reading.config, options.clock ? { clock: options.clock } : {})
  const addresses = await app.listen()
  return {
    ...reach(addresses, options.clock ?? systemClock, options.timeoutMs ?? 10_000),
    addresses,
    readLedger: () => readLedger(dataDir),
    async close() {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
