import type { ConnectorSecrets, Exchange, ProviderConnector } from '@sluice/connectors/kit'
import {
  type CallMemory,
  createProviderRuntime,
  type ProviderRuntime,
  rememberCalls,
} from '@sluice/connectors/runtime'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { Timers } from '@sluice/platform/kernel/timers'

import type { Provider, ProviderCapabilities } from '../../transactions/execution/provider.ts'
import { createHttpProvider } from '../http/http-provider.ts'
import { sendOverHttps } from '../http/send-over-https.ts'
import { createSendRequest } from './carry-requests.ts'
import { createConnectorExchange } from './connector-exchange.ts'
import { createConnectorEvents } from './read-connector-events.ts'

/** A configured provider with a connector in this process. */
export interface ConnectorProviderSettings {
  readonly id: string
  readonly connector: ProviderConnector
  readonly capabilities: ProviderCapabilities
  readonly secrets: ConnectorSecrets
  readonly accounts: readonly string[]
  readonly timeoutMs: number
  /** The provider's address. */
  readonly url: string
}

/** The functions of the process that connectors use. */
export interface ConnectorSurroundings {
  /** The gateway's clock, by which orders expire. */
  readonly clock: Clock
  /** The clock of signatures, which other machines check. */
  readonly realTime: Clock
  readonly random: Random
  readonly timers: Timers
  /** Completes calls by their keys, for a caller that does not store the references in answers, as a gateway does. */
  readonly memory?: CallMemory
  /** Called after each request, without secrets. */
  readonly onExchange?: (party: string, exchange: Exchange, durationMs: number) => void
}

/** A list of 100 refunds takes some 150 kB. */
const ANSWER_MAX_BYTES = 1_048_576

/** Creates a provider with a connector. */
export function createConnectorProvider(
  settings: ConnectorProviderSettings,
  surroundings: ConnectorSurroundings,
): Provider {
  const { id, capabilities, connector, accounts } = settings
  const exchange = createConnectorExchange(`provider ${id}`, openConnector(settings, surroundings))
  return {
    ...createHttpProvider({ id, capabilities, exchange, clock: surroundings.clock }),
    readEvents: createConnectorEvents(connector, accounts),
    adopt(reference) {
      const state = connector.adopt(reference)
      return state && { state }
    },
  }
}

/** Opens the runtime of a connector, with a transport to its provider. */
export function openConnector(
  { id, connector, secrets, accounts, timeoutMs, url }: Omit<ConnectorProviderSettings, 'capabilities'>,
  { realTime, timers, random, memory, onExchange }: Omit<ConnectorSurroundings, 'clock'>,
): ProviderRuntime {
  const party = `provider ${id}`
  const runtime = createProviderRuntime(connector, {
    clock: realTime,
    timers,
    random,
    accounts,
    timeoutMs,
    secrets: () => secrets,
    send: createSendRequest(sendOverHttps({ party, url, answerMaxBytes: ANSWER_MAX_BYTES })),
    onExchange: (exchange, durationMs) => onExchange?.(party, exchange, durationMs),
  })
  return memory ? rememberCalls(runtime, memory) : runtime
}
