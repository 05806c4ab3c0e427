import type { Config } from '../config.ts'
import { createIsAway } from '../merchants/index.ts'
import type { GwalletPay } from '../payment-methods/index.ts'
import type { Adapters } from './adapters.ts'
import type { GatewayEdge } from './edge.ts'
import { chooseWallet, type SimulatedWallets } from './choose-wallet.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { LiveConfiguration } from './live-configuration.ts'
import type { Observability } from './observability.ts'
import { plugInSimulators } from './plug-in-simulators.ts'
import type { Stores } from './stores.ts'
import {
  createFindCallbackSecrets,
  type DescribedProviders,
  type FindCallbackSecrets,
  NOTHING_SELECTED,
  NOTHING_SIMULATED,
  type SelectedProviders,
  selectProviders,
} from './select-providers.ts'

/**
 * The providers, the 3-D Secure server and the wallet of a gateway. They change when the configuration file is
 * reloaded.
 */
export interface ExternalParties {
  readonly selected: () => SelectedProviders
  /** Calls the listener now, and after each change of the selection. */
  readonly followSelected: (listener: (selected: SelectedProviders) => void) => void
  readonly callbackSecretsOf: FindCallbackSecrets
  readonly gwalletPay: () => GwalletPay | null
  readonly simulatedWallets: SimulatedWallets | null
  readonly reportIncident: DescribedProviders['report']
}

/** Connects the given, configured and simulated parties. Simulated ones serve their pages on the same server. */
export function connectParties(
  config: Config,
  infrastructure: Infrastructure,
  observability: Observability,
  parts: {
    readonly edge: Pick<GatewayEdge, 'server' | 'addressOf'>
    readonly configuration: Pick<LiveConfiguration, 'current' | 'follow'>
    readonly adapters: Partial<Adapters>
    readonly stores: Pick<Stores, 'merchants'>
  },
): ExternalParties {
  const { edge, configuration, adapters, stores } = parts
  const callbackSecretsOf = createFindCallbackSecrets(config, infrastructure.masterKey, configuration.follow)
  const { simulators } = infrastructure
  const simulated = simulators
    ? plugInSimulators(simulators, edge.server, infrastructure, {
        callbackSecretsOf,
        timeoutMs: config.providerTimeoutMs,
        isAway: createIsAway({ ...stores.merchants, ...infrastructure }),
      })
    : NOTHING_SIMULATED
  const listeners: ((selected: SelectedProviders) => void)[] = []
  let selected = NOTHING_SELECTED
  configuration.follow((file) => {
    // The payments in the copy stay as they are, because no provider can be queried about them.
    if (config.isDrill) return
    const next = selectProviders({ adapters, file, simulated, ...infrastructure, ...observability })
    selected = { ...next, ...keepRemoved(selected, next) }
    for (const listener of listeners) listener(selected)
  })
  return {
    selected: () => selected,
    followSelected(listener) {
      listeners.push(listener)
      listener(selected)
    },
    callbackSecretsOf,
    reportIncident: simulated.report,
    ...chooseWallet(config, infrastructure, {
      adapters: config.isDrill ? { ...adapters, gwalletPay: null } : adapters,
      configuration,
      ...observability,
      pagesUrl: edge.addressOf.bankUrl,
    }),
  }
}

/**
 * Pending payments end at the parties where they began, even if the file no longer names those, until the next start.
 */
function keepRemoved(
  before: SelectedProviders,
  next: SelectedProviders,
): Pick<SelectedProviders, 'providers' | 'threeDsServers'> {
  return {
    providers: new Map([...next.providers, ...listMissing(before.providers, next.providers)]),
    threeDsServers: new Map([
      ...next.threeDsServers,
      ...listMissing(before.threeDsServers, next.threeDsServers),
    ]),
  }
}

function listMissing<Value>(
  from: ReadonlyMap<string, Value>,
  present: ReadonlyMap<string, Value>,
): readonly (readonly [string, Value])[] {
  return [...from].filter(([id]) => !present.has(id))
}
