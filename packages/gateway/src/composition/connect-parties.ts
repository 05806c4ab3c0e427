import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { createIsAway } from '../merchants/index.ts'
import type { GwalletPay } from '../payment-methods/index.ts'
import type { Adapters } from './adapters.ts'
import type { GatewayEdge } from './edge.ts'
import { chooseWallet, type SimulatedWallets } from './choose-wallet.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Observability } from './observability.ts'
import { plugInSimulators } from './plug-in-simulators.ts'
import type { Stores } from './stores.ts'
import {
  createFindCallbackSecrets,
  type FindCallbackSecrets,
  NOTHING_SIMULATED,
  type SelectedProviders,
  selectProviders,
} from './select-providers.ts'

/** The providers, the 3-D Secure server and the wallet of a gateway. */
export interface ExternalParties {
  readonly selected: SelectedProviders
  readonly callbackSecretsOf: FindCallbackSecrets
  readonly gwalletPay: GwalletPay | null
  readonly simulatedWallets: SimulatedWallets | null
}

/** Connects the given, configured and simulated parties. Simulated ones serve their pages on the same server. */
export function connectParties(
  config: Config,
  infrastructure: Infrastructure,
  observability: Observability,
  parts: {
    readonly edge: Pick<GatewayEdge, 'server' | 'addressOf'>
    readonly file: ConfigurationFile | null
    readonly adapters: Partial<Adapters>
    readonly stores: Pick<Stores, 'merchants'>
  },
): ExternalParties {
  const { edge, file, adapters, stores } = parts
  const callbackSecretsOf = createFindCallbackSecrets(config, infrastructure.masterKey, file)
  const { simulators } = infrastructure
  const simulated = simulators
    ? plugInSimulators(simulators, edge.server, infrastructure, {
        callbackSecretsOf,
        timeoutMs: config.providerTimeoutMs,
        isAway: createIsAway({ ...stores.merchants, ...infrastructure }),
      })
    : NOTHING_SIMULATED
  return {
    selected: selectProviders({ adapters, file, simulated, ...infrastructure, ...observability }),
    callbackSecretsOf,
    ...chooseWallet(config, infrastructure, {
      adapters,
      file,
      ...observability,
      pagesUrl: edge.addressOf.bankUrl,
    }),
  }
}
