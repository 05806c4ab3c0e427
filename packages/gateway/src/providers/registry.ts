import { type CapabilitiesMessage, PROVIDER_ENDPOINTS } from '@sluice/provider-protocol'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { ProviderEntry } from '../configuration-file/index.ts'
import type { ThreeDsServer } from '../three-ds/three-ds-server.ts'
import type { Provider, ProviderCapabilities } from '../transactions/execution/provider.ts'
import { createExchange } from './http/exchange.ts'
import { createHttpProvider } from './http/http-provider.ts'
import { createHttpThreeDsServer, type ThreeDsServerDeclaration } from './http/http-three-ds-server.ts'
import { readAnswer } from './http/read-answer.ts'
import type { Send } from './http/send.ts'
import { sendOverHttps } from './http/send-over-https.ts'

/** A provider of the configuration. */
export interface ProviderSettings {
  readonly id: string
  readonly type: ProviderEntry['type']
  readonly capabilities: ProviderCapabilities
  readonly secret: Secret<string>
  readonly timeoutMs: number
  /** Where it is, or what carries messages to it. */
  readonly at: string | Send
}

/** A 3DS server of the configuration. */
export interface ThreeDsServerSettings
  extends Pick<ProviderSettings, 'secret' | 'at'>, ThreeDsServerDeclaration {}

export interface RegistryOptions {
  /** The gateway's, by which orders expire. */
  readonly clock: Clock
  /** Not one that tests move where another machine checks the signatures. */
  readonly realTime: Clock
  /** `traceparent`, where calls are traced. */
  readonly traceHeaders?: () => Readonly<Record<string, string>>
}

/** EMV 3DS: what takes longer counts as unavailable. */
const THREE_DS_TIMEOUT_MS = 10_000

/** The adapter of every type that the configuration knows. A provider that speaks the provider protocol needs no line here. */
const ADAPTERS: Readonly<
  Record<ProviderEntry['type'], (settings: ProviderSettings, options: RegistryOptions) => Provider>
> = { http: createOverHttp }

/** The configured providers by id. */
export function createProviders(
  settings: readonly ProviderSettings[],
  options: RegistryOptions,
): ReadonlyMap<string, Provider> {
  return new Map(settings.map((one) => [one.id, ADAPTERS[one.type](one, options)]))
}

/** The configured 3DS servers by id. */
export function connectThreeDsServers(
  settings: readonly (ThreeDsServerSettings & { readonly id: string })[],
  options: Omit<RegistryOptions, 'clock'>,
): ReadonlyMap<string, ThreeDsServer> {
  return new Map(settings.map((one) => [one.id, createThreeDsServer(one, options)]))
}

/** A configured 3DS server. */
export function createThreeDsServer(
  settings: ThreeDsServerSettings,
  options: Omit<RegistryOptions, 'clock'>,
): ThreeDsServer {
  const party = '3DS server'
  const exchange = reach({ party, ...settings, timeoutMs: THREE_DS_TIMEOUT_MS }, options)
  return createHttpThreeDsServer(exchange, settings)
}

/** What a provider says that it can do. @throws When it gives no answer that can be read. {@link ExchangeError} */
export async function askCapabilities(
  { id, ...settings }: ProviderSettings,
  options: RegistryOptions,
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
  { realTime, traceHeaders }: Omit<RegistryOptions, 'clock'>,
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
