import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { MANAGE_TYPES } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'
import { systemClock } from '@sluice/platform/system'

import { openBooks } from '../../../examples/provider/src/books.ts'
import { createSend, openEvents } from '../../../examples/provider/src/events.ts'
import { createProvider } from '../../../examples/provider/src/provider.ts'
import { createProviders, readHttpEvents } from '../src/providers/index.ts'
import { declareUsual, mapCalls, PREPARED_KINDS } from '../src/transactions/execution/declarations.ts'
import type { Provider, ProviderCapabilities, ReadEvents } from '../src/transactions/execution/provider.ts'
import { openEventRelay } from './serve-provider/relay-events.ts'
import { type ServedProvider, serveProvider } from './serve-provider/serve-provider.ts'

const ID = 'acme'

const USUAL = declareUsual(new Set(MANAGE_TYPES), 'native')

/** Requires preparation of every call that supports it. */
const DECLARED: ProviderCapabilities = {
  ...USUAL,
  methods: new Set(['card', 'payout_upi']),
  calls: mapCalls((kind) => ({
    ...USUAL.calls[kind],
    fence: PREPARED_KINDS.includes(kind) ? 'cancel-prepared' : 'native',
  })),
  reports: 'HINT',
}

export interface ExampleAdapterOptions {
  /** The folder for everything that must outlive the process. */
  readonly folder: string
  /** The port of the bridge; 0 for a free one. */
  readonly port: number
  /** The secret of the suite. */
  readonly secret: string
  /** The address at which the suite receives events. */
  readonly events: { readonly url: string; readonly secret: string }
}

/** The differences of an adapter from the gateway's. */
export interface AdapterChanges {
  readonly plant?: (adapter: Provider) => Partial<Provider>
  readonly readEvents?: ReadEvents
}

/** Serves the gateway's own adapter with the example provider, which declares everything in the protocol. */
export async function serveExampleAdapter(
  { folder, port, secret, events: to }: ExampleAdapterOptions,
  { plant = () => ({}), readEvents = readHttpEvents }: AdapterChanges = {},
): Promise<ServedProvider> {
  // The secret between adapter and example, which differs from the suite's.
  const [inner, callback] = [makeSecret(), `whsec_${makeSecret()}`]
  const relay = await openEventRelay({ providerId: ID, readEvents, secrets: [callback], to })
  const events = openEvents(createSend(relay.url, callback))
  const example = createProvider(openBooks(join(folder, 'log')), inner, undefined, events)
  example.listen(0, '127.0.0.1')
  await once(example, 'listening')
  const adapter = connect(`http://127.0.0.1:${(example.address() as AddressInfo).port}`, inner)
  const memory = join(folder, 'calls')
  const served = await serveProvider({ ...adapter, ...plant(adapter) }, secret, { port, memory })
  return {
    url: served.url,
    async close() {
      events.close()
      example.close().closeAllConnections()
      await relay.close()
      await served.close()
    },
  }
}

function connect(url: string, secret: string): Provider {
  const settings = { id: ID, type: 'http', capabilities: DECLARED, timeoutMs: 10_000, at: url } as const
  const clocks = { clock: systemClock, realTime: systemClock }
  const adapter = createProviders([{ ...settings, secret: new Secret(secret) }], clocks).get(ID)
  if (adapter === undefined) throw new Error('no adapter')
  return adapter
}

function makeSecret(): string {
  return randomBytes(32).toString('base64')
}
