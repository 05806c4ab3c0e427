import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { systemClock } from '../platform/system.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { createProviders, createThreeDsServer } from '../providers/index.ts'
import type { ThreeDsServer } from '../three-ds/index.ts'
import type { AlternativeProvider, PaymentProvider } from '../transactions/index.ts'
import type { Adapters } from './adapters.ts'

/** The parties that a gateway asks, and what they do by themselves. */
export interface Outside {
  readonly threeDsServer: ThreeDsServer
  readonly providers: ReadonlyMap<string, PaymentProvider>
  readonly alternativeProviders: ReadonlyMap<string, AlternativeProvider>
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
  alternativeProviders: new Map(),
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
  const providers =
    adapters.providers ??
    new Map([...simulated.providers, ...createProviders(file?.providers ?? [], options)])
  // Cards would be charged without knowing whose they are, or not at all: better to say so before.
  const takesCards = providers.size > 0 && threeDsServer !== NOTHING_OUTSIDE.threeDsServer
  if (!takesCards) {
    logger.warn('no payment provider or no 3-D Secure server is configured: card payments end INVALID 2024')
  }
  const given = (adapters.alternativeProviders ?? []).map((provider) => [provider.id, provider] as const)
  return {
    threeDsServer,
    providers: takesCards ? providers : NOTHING_OUTSIDE.providers,
    alternativeProviders: new Map([...simulated.alternativeProviders, ...given]),
    settleOrders: simulated.settleOrders,
  }
}
