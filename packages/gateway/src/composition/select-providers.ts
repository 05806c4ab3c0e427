import type { SimulatorControl } from '@sluice/simulators'
import type { Logger } from 'pino'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { Secret } from '@sluice/platform/kernel/secret'
import type { Timers } from '@sluice/platform/kernel/timers'
import { deriveKey } from '@sluice/platform/crypto/aead'
import { encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'
import type { Telemetry } from '@sluice/platform/telemetry/telemetry'

import type { Config } from '../config.ts'
import type { ConfigurationFile, ProviderEntry } from '../configuration-file/index.ts'
import {
  type ConnectedProvider,
  createProviders,
  connectThreeDsServers,
  type ProviderSettings,
  type ThreeDsServerSettings,
} from '../providers/index.ts'
import type { AccountRegistration, ThreeDsServer } from '../three-ds/index.ts'
import type { ProviderAccount } from '../merchants/index.ts'
import { CARD_METHOD, type Provider } from '../transactions/index.ts'
import { THREE_DS_PARTY } from '../provider-health/index.ts'
import type { Adapters } from './adapters.ts'
import { createLogExchange } from './log-exchange.ts'
import type { SimulatorsModule } from './load-simulators.ts'

/** The parties that a gateway calls, and their scheduled jobs. */
export interface SelectedProviders {
  /** The servers by id, in the order of the configuration. */
  readonly threeDsServers: ReadonlyMap<string, ThreeDsServer>
  /** The providers by id. */
  readonly providers: ReadonlyMap<string, Provider>
  /** Returns the 3-D Secure data of a provider account; null if none is configured. */
  readonly registrationOf: (providerId: string, accountId: string) => AccountRegistration | null
  /** The accounts in the configuration, and those of simulated providers. */
  readonly accounts: readonly ProviderAccount[]
  /**
   * Whether calls to a party are monitored, by the provider's id; `3ds-server` is the 3DS server. Parties simulated in this
   * process fail on purpose, for one sandbox of many.
   */
  readonly isWatched: (partyId: string) => boolean
  /** Settles simulated orders whose shopper or bank decides now, and returns their number. */
  readonly runSimulatedOrders: () => Promise<number>
}

/** The parties as a configuration describes them. */
export interface DescribedProviders {
  readonly providers: readonly ProviderSettings[]
  readonly threeDsServer: (ThreeDsServerSettings & { readonly id: string }) | null
  /** The 3-D Secure data of every account that the configuration file does not describe. */
  readonly registration: AccountRegistration | null
  readonly runSimulatedOrders: () => Promise<number>
  /** Lets a simulated provider report what happened to a payment later; null without simulators. */
  readonly report: SimulatorControl['report'] | null
}

export const NOTHING_SIMULATED: DescribedProviders = {
  providers: [],
  threeDsServer: null,
  registration: null,
  runSimulatedOrders: () => Promise.resolve(0),
  report: null,
}

/** The empty selection before the first configuration. */
export const NOTHING_SELECTED: SelectedProviders = {
  threeDsServers: new Map(),
  providers: new Map(),
  registrationOf: () => null,
  accounts: [],
  isWatched: () => false,
  runSimulatedOrders: () => Promise.resolve(0),
}

/** Selects the parties: given ones take precedence over configured ones, and those over simulated ones. */
export function selectProviders(parties: {
  readonly adapters: Partial<Adapters>
  readonly file: Pick<ConfigurationFile, 'providers' | 'threeDsServers'> | null
  readonly simulated: DescribedProviders
  readonly simulators: Pick<SimulatorsModule, 'SIMULATED_ACCOUNTS'> | null
  readonly clock: Clock
  readonly realTime: Clock
  readonly sharedClock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly logger: Pick<Logger, 'warn'> & Partial<Pick<Logger, 'debug'>>
  readonly telemetry: Telemetry
}): SelectedProviders {
  const { adapters, file, simulated, simulators, clock, realTime, sharedClock, logger, telemetry } = parties
  const forServers = { random: parties.random, timers: parties.timers, logger }
  const traceHeaders = () => telemetry.traceHeaders()
  // Other machines check our signatures by their own clocks, which no test moves. A machine with a wrong clock must
  // still sign correctly.
  const { random, timers } = parties
  const connectors = { random, timers, onExchange: createLogExchange(logger) }
  const remote = { clock, realTime: sharedClock, traceHeaders, connectors }
  const nearby = { clock, realTime, traceHeaders }
  const configured = (file?.threeDsServers ?? []).map((entry) => ({ ...entry, at: entry.url }))
  const threeDsServers = adapters.threeDsServer
    ? new Map([['given', adapters.threeDsServer]])
    : configured.length > 0
      ? connectThreeDsServers(configured, { ...remote, ...forServers })
      : connectThreeDsServers(simulated.threeDsServer ? [simulated.threeDsServer] : [], {
          ...nearby,
          ...forServers,
        })
  const providers = new Map([
    ...createProviders(simulated.providers, nearby),
    ...createProviders(
      (file?.providers ?? []).map((entry) => ({ ...entry, at: entry.url, connected: connectedOf(entry) })),
      remote,
    ),
    ...(adapters.providers ?? []),
  ])
  // Cards would be charged without authentication, or not at all, so the log warns about it at the start.
  const mayTakeCards = (provider: Provider) =>
    servesCards(provider) && (threeDsServers.size > 0 || authenticatesItself(provider))
  if (![...providers.values()].some(mayTakeCards)) {
    logger.warn('no payment provider or no 3-D Secure server is configured: card payments end INVALID 2024')
  }
  const connected = new Set([
    ...(file?.providers ?? []).map(({ id }) => id),
    ...(adapters.providers?.keys() ?? []),
  ])
  if (adapters.threeDsServer || configured.length > 0) connected.add(THREE_DS_PARTY)
  return {
    accounts: listAccounts(file, simulators),
    isWatched: (partyId) => connected.has(partyId),
    threeDsServers,
    providers: new Map(
      [...providers].filter(([, provider]) => !servesCards(provider) || mayTakeCards(provider)),
    ),
    registrationOf: (providerId, accountId) =>
      file?.providers.find(({ id }) => id === providerId)?.accounts.find(({ id }) => id === accountId) ??
      simulated.registration,
    runSimulatedOrders: simulated.runSimulatedOrders,
  }
}

function connectedOf({ connector, secrets = {}, accounts }: ProviderEntry): ConnectedProvider | null {
  return connector ? { connector, secrets, accounts: accounts.map(({ id }) => id) } : null
}

/** Lists the accounts in the configuration, and those of simulated providers. */
export function listAccounts(
  file: Pick<ConfigurationFile, 'providers'> | null,
  simulators: Pick<SimulatorsModule, 'SIMULATED_ACCOUNTS'> | null,
): readonly ProviderAccount[] {
  return [
    ...(file?.providers ?? []).flatMap(({ id: providerId, accounts }) =>
      accounts.map(({ id: accountId }) => ({ providerId, accountId })),
    ),
    ...(simulators?.SIMULATED_ACCOUNTS ?? []),
  ]
}

function servesCards({ capabilities }: Provider): boolean {
  return capabilities.methods.has(CARD_METHOD)
}

/**
 * Reports whether the provider authenticates cardholders at one of our accounts, so that payments there need no 3-D
 * Secure server.
 */
function authenticatesItself({ capabilities }: Provider): boolean {
  return (capabilities.authenticatesAt?.size ?? 0) > 0
}

/** Returns the secrets with which a provider may sign its callbacks; none for an unknown provider, and for a removed one those that it had. */
export type FindCallbackSecrets = (providerId: string) => readonly string[]

export function createFindCallbackSecrets(
  { simulators }: Pick<Config, 'simulators'>,
  masterKey: Secret<Uint8Array>,
  follow: (listener: (file: Pick<ConfigurationFile, 'providers'> | null) => void) => void,
): FindCallbackSecrets {
  // Payments at a removed provider end until the next start, so its events still count.
  const known = new Map<string, ProviderEntry['callbackSecrets']>()
  follow((file) => {
    for (const { id, callbackSecrets } of file?.providers ?? []) known.set(id, callbackSecrets)
  })
  return (providerId) => {
    const configured = known.get(providerId)
    if (configured) return configured.map((secret) => secret.reveal())
    return simulators ? [deriveCallbackSecret(masterKey.reveal(), providerId)] : []
  }
}

/** Returns the secret of an account at a simulated provider. It needs no configuration, because both sides derive it. */
export function deriveCallbackSecret(masterKey: Uint8Array, providerId: string): string {
  return encodeWebhookSecret(deriveKey(masterKey, `provider callback ${providerId}`))
}
