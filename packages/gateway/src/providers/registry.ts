import type { Clock } from '../kernel/clock.ts'
import type { Secret } from '../kernel/secret.ts'
import type { ThreeDsServer } from '../three-ds/three-ds-server.ts'
import type { Provider } from '../transactions/execution/provider.ts'
import { createExchange } from './exchange/exchange.ts'
import { createHttpCardProvider } from './http-card-provider/http-card-provider.ts'
import { createHttpThreeDsServer } from './http-three-ds-server/http-three-ds-server.ts'

/** A card provider of the configuration. */
export interface ProviderSettings {
  readonly id: string
  readonly url: string
  readonly secret: Secret<string>
  readonly timeoutMs: number
}

export interface ThreeDsServerSettings {
  readonly url: string
  readonly secret: Secret<string>
}

export interface RegistryOptions {
  /** The machine's own, not one that tests move. */
  readonly clock: Clock
  /** Only where the gateway runs in the test environment. */
  readonly passesSimulation: boolean
  /** `traceparent`, where somebody traces. */
  readonly traceHeaders?: () => Readonly<Record<string, string>>
}

/** EMV 3DS: what takes longer counts as unavailable. */
const THREE_DS_TIMEOUT_MS = 10_000

/** The configured card providers by id. */
export function createProviders(
  settings: readonly ProviderSettings[],
  { passesSimulation, ...more }: RegistryOptions,
): ReadonlyMap<string, Provider> {
  return new Map(
    settings.map(({ id, ...party }) => {
      const exchange = createExchange({ party: `provider ${id}`, ...party, ...more })
      return [id, createHttpCardProvider({ id, exchange, passesSimulation })]
    }),
  )
}

/** The configured 3DS server. */
export function createThreeDsServer(
  settings: ThreeDsServerSettings,
  { passesSimulation, ...more }: RegistryOptions,
): ThreeDsServer {
  const exchange = createExchange({
    party: '3DS server',
    ...settings,
    timeoutMs: THREE_DS_TIMEOUT_MS,
    ...more,
  })
  return createHttpThreeDsServer({ exchange, passesSimulation })
}
