import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { systemClock } from '../platform/system.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { createProviders, createThreeDsServer } from '../providers/index.ts'
import type { ThreeDsServer } from '../three-ds/index.ts'
import { CARD_METHOD, type Provider } from '../transactions/index.ts'
import type { Adapters } from './adapters.ts'

/** The parties that a gateway asks, and what they do by themselves. */
export interface Outside {
  readonly threeDsServer: ThreeDsServer
  readonly providers: ReadonlyMap<string, Provider>
  /** Shoppers and banks of simulated orders decide; gives how many did. */
  readonly settleOrders: () => Promise<number>
}

/** Without simulators and before real adapters are configured nobody authenticates or authorizes. */
export const NOTHING_OUTSIDE: Outside = {
  threeDsServer: {
    enrol: () => Promise.resolve({ kind: 'unavailable' }),
    authenticate: () => Promise.resolve({ kind: 'unavailable' }),
    readChallengeResult: () => Promise.resolve(null),
  },
  providers: new Map(),
  settleOrders: () => Promise.resolve(0),
}

/** Chooses among all that may be plugged in: given ones go before configured ones, those before simulated ones. */
export function chooseOutside(
  config: Config,
  parties: {
    readonly adapters: Partial<Adapters>
    readonly file: Pick<ConfigurationFile, 'providers' | 'threeDsServer'> | null
    readonly simulated: Outside
    readonly logger: Pick<Logger, 'warn'>
    readonly telemetry: Telemetry
  },
): Outside {
  const { adapters, file, simulated, logger, telemetry } = parties
  // Their own clocks judge our signatures, so the machine's is the one that counts.
  const options = {
    clock: systemClock,
    passesSimulation: config.environment === 'test',
    traceHeaders: () => telemetry.traceHeaders(),
  }
  const configured = file?.threeDsServer ? createThreeDsServer(file.threeDsServer, options) : null
  const threeDsServer = adapters.threeDsServer ?? configured ?? simulated.threeDsServer
  const providers = new Map([
    ...simulated.providers,
    ...createProviders(file?.providers ?? [], options),
    ...(adapters.providers ?? []),
  ])
  // Cards would be charged without knowing whose they are, or not at all: better to say so before.
  const cardProviders = [...providers.values()].filter(servesCards)
  const takesCards = cardProviders.length > 0 && threeDsServer !== NOTHING_OUTSIDE.threeDsServer
  if (!takesCards) {
    logger.warn('no payment provider or no 3-D Secure server is configured: card payments end INVALID 2024')
  }
  return {
    threeDsServer,
    providers: takesCards
      ? providers
      : new Map([...providers].filter(([, provider]) => !servesCards(provider))),
    settleOrders: simulated.settleOrders,
  }
}

function servesCards({ capabilities }: Provider): boolean {
  return capabilities.methods.has(CARD_METHOD)
}
