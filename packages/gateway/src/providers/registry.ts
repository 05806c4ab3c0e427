import type { Logger } from 'pino'

import { THREE_DS_CONNECTORS } from '@sluice/connectors'
import { type CapabilitiesMessage, PROVIDER_ENDPOINTS } from '@sluice/provider-protocol'
import type { ConnectorSecrets, ProviderConnector } from '@sluice/connectors/kit'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { Secret } from '@sluice/platform/kernel/secret'
import type { Timers } from '@sluice/platform/kernel/timers'

import type { ProviderEntry, ThreeDsServerEntry } from '../configuration-file/index.ts'
import type { ThreeDsServer } from '../three-ds/three-ds-server.ts'
import type { Provider, ProviderCapabilities } from '../transactions/execution/provider.ts'
import { createSendRequest } from './connected/carry-requests.ts'
import { createConnectedThreeDsServer } from './connected/connected-three-ds-server.ts'
import { type ConnectorSurroundings, createConnectorProvider } from './connected/connector-provider.ts'
import { createExchange } from './http/exchange.ts'
import { createHttpProvider } from './http/http-provider.ts'
import { createHttpThreeDsServer, type ThreeDsServerDeclaration } from './http/http-three-ds-server.ts'
import { readAnswer } from './http/read-answer.ts'
import type { Send } from './http/send.ts'
import { sendOverHttps } from './http/send-over-https.ts'

/** A provider in the configuration. */
export interface ProviderSettings {
  readonly id: string
  readonly type: ProviderEntry['type']
  readonly capabilities: ProviderCapabilities
  readonly secret: Secret<string>
  readonly timeoutMs: number
  /** Its address, or the function that sends messages to it. */
  readonly at: string | Send
  /** The connector, unless it implements the provider protocol. */
  readonly connected?: ConnectedProvider | null
}

/** The dependencies of a provider with a connector. */
export interface ConnectedProvider {
  readonly connector: ProviderConnector
  readonly secrets: ConnectorSecrets
  readonly accounts: readonly string[]
}

/** A 3DS server in the configuration. */
export interface ThreeDsServerSettings
  extends Pick<ProviderSettings, 'secret' | 'at'>, ThreeDsServerDeclaration {
  /** The connector; without one the server implements the provider protocol. */
  readonly type?: ThreeDsServerEntry['type']
  readonly secrets?: ThreeDsServerEntry['secrets']
}

export interface ThreeDsServerOptions extends Omit<RegistryOptions, 'clock'> {
  readonly random: Random
  readonly timers: Timers
  readonly logger: Pick<Logger, 'warn'>
}

export interface RegistryOptions {
  /** The gateway's clock, by which orders expire. */
  readonly clock: Clock
  /** The clock of signatures, which tests must not move if another machine checks them. */
  readonly realTime: Clock
  /** Further dependencies of connectors; absent if every provider implements the provider protocol. */
  readonly connectors?: Omit<ConnectorSurroundings, 'clock' | 'realTime'>
  /** The `traceparent` if calls are traced. */
  readonly traceHeaders?: () => Readonly<Record<string, string>>
}

type ExchangeOptions = Pick<RegistryOptions, 'realTime' | 'traceHeaders'>

/** EMV 3DS: a server that takes longer counts as unavailable. */
const THREE_DS_TIMEOUT_MS = 10_000

/** Creates the configured providers by id. */
export function createProviders(
  settings: readonly ProviderSettings[],
  options: RegistryOptions,
): ReadonlyMap<string, Provider> {
  return new Map(settings.map((one) => [one.id, createProvider(one, options)]))
}

function createProvider(settings: ProviderSettings, options: RegistryOptions): Provider {
  const { connected, at, id } = settings
  if (!connected) return createOverHttp(settings, options)
  const { connectors, ...clocks } = options
  if (typeof at !== 'string' || connectors === undefined)
    throw new TypeError(`provider ${id}: a connector requires an address and the ports of the process`)
  return createConnectorProvider({ ...settings, ...connected, url: at }, { ...clocks, ...connectors })
}

/** Creates the configured 3DS servers by id. */
export function connectThreeDsServers(
  settings: readonly (ThreeDsServerSettings & { readonly id: string })[],
  options: ThreeDsServerOptions,
): ReadonlyMap<string, ThreeDsServer> {
  const connect = ({ type = 'http', ...one }: ThreeDsServerSettings): ThreeDsServer =>
    type === 'http' ? createThreeDsServer(one, options) : connectServer(type, one, options)
  return new Map(settings.map((one) => [one.id, connect(one)]))
}

const THREE_DS_PARTY = '3DS server'

/** Creates a 3DS server that implements the provider protocol. */
export function createThreeDsServer(
  settings: ThreeDsServerSettings,
  options: ExchangeOptions,
): ThreeDsServer {
  const exchange = reach({ party: THREE_DS_PARTY, ...settings, timeoutMs: THREE_DS_TIMEOUT_MS }, options)
  return createHttpThreeDsServer(exchange, settings)
}

/** Creates a 3DS server with a connector, which is loaded at the first call. */
function connectServer(
  type: Exclude<ThreeDsServerEntry['type'], 'http'>,
  { at, secrets = {}, threeRi = false }: ThreeDsServerSettings,
  { realTime, random, timers, logger }: ThreeDsServerOptions,
): ThreeDsServer {
  return createConnectedThreeDsServer({
    load: THREE_DS_CONNECTORS[type],
    send: createSendRequest(typeof at === 'string' ? sendOverHttps({ party: THREE_DS_PARTY, url: at }) : at),
    secrets,
    threeRi,
    timeoutMs: THREE_DS_TIMEOUT_MS,
    clock: realTime,
    random,
    timers,
    onRefusal: (reason) => logger.warn({ provider: THREE_DS_PARTY, reason }, 'a 3DS server rejected a call'),
  })
}

/** Queries the capabilities of a provider. @throws When it gives no readable answer. {@link ExchangeError} */
export async function fetchCapabilities(
  { id, ...settings }: Pick<ProviderSettings, 'id' | 'at' | 'secret' | 'timeoutMs'>,
  options: ExchangeOptions,
): Promise<CapabilitiesMessage> {
  const exchange = reach({ party: `provider ${id}`, ...settings }, options)
  const { path, answer } = PROVIDER_ENDPOINTS.capabilities
  return readAnswer(id, await exchange({ method: 'GET', path }), answer)
}

function createOverHttp(settings: ProviderSettings, options: RegistryOptions): Provider {
  const { id } = settings
  const exchange = reach({ party: `provider ${id}`, ...settings }, options)
  return createHttpProvider({ id, capabilities: settings.capabilities, exchange, clock: options.clock })
}

function reach(
  { party, at, secret, timeoutMs }: Pick<ProviderSettings, 'at' | 'secret' | 'timeoutMs'> & { party: string },
  { realTime, traceHeaders }: ExchangeOptions,
) {
  const send = typeof at === 'string' ? sendOverHttps({ party, url: at }) : at
  return createExchange({
    party,
    send,
    secret,
    timeoutMs,
    clock: realTime,
    ...(traceHeaders && { traceHeaders }),
  })
}
