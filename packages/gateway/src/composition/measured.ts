import { isFinalStatus } from '@sluice/types/vocabulary'

import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import type { ThreeDsServer } from '../three-ds/index.ts'
import {
  type Provider,
  type ProviderOutcome,
  statusForCode,
  type Transaction,
} from '../transactions/index.ts'
import type { PostWebhook } from '../webhooks/index.ts'
import type { Foundation } from './foundation.ts'
import type { Outside } from './outside.ts'
import type { Stores } from './stores.ts'

/** The foundation, its commits measured. */
export function measureCommits(foundation: Foundation, { measure }: Telemetry): Foundation {
  const { transact } = foundation
  return { ...foundation, transact: (work) => measure('commit', {}, () => transact(work)) }
}

/** The parties outside, every call of them measured. */
export function measureOutside(outside: Outside, telemetry: Telemetry): Outside {
  return {
    ...outside,
    threeDsServer: measureThreeDsServer(outside.threeDsServer, telemetry),
    providers: mapValues(outside.providers, (provider) => measureProvider(provider, telemetry)),
  }
}

/** Requests to webhook receivers, every one measured. */
export function measurePost(post: PostWebhook, { measure, traceHeaders }: Telemetry): PostWebhook {
  return (message, options) =>
    measure(
      'webhook attempt',
      {},
      () => post({ ...message, headers: { ...message.headers, ...traceHeaders() } }, options),
      ({ status }) => `${Math.floor(status / 100)}xx`,
      'none',
    )
}

/** The stores in whose commits transactions end and alerts are raised, both counted. */
export function countEvents(
  { transactions, reports }: Pick<Stores, 'transactions' | 'reports'>,
  { count }: Telemetry,
): Pick<Stores, 'transactions' | 'reports'> {
  const noteEnd = ({ status, transactionType: type, paymentMethod }: Transaction): void => {
    if (isFinalStatus(status)) count('ended', { type, method: paymentMethod.type, status })
  }
  return {
    transactions: {
      ...transactions,
      async open(opening) {
        const result = await transactions.open(opening)
        if (result.kind === 'opened') noteEnd(opening.transaction)
        if (result.kind === 'wallet_token_used') count('wallet refusal', { reason: 'used' })
        return result
      },
      async commit(change) {
        const committed = await transactions.commit(change)
        if (committed !== null && change.transaction) noteEnd(change.transaction.after)
        if (committed !== null && change.alert) count('alert', { kind: change.alert.kind })
        return committed
      },
    },
    reports: {
      ...reports,
      async note(order, noted) {
        await reports.note(order, noted)
        if (noted.alert) count('alert', { kind: noted.alert.kind })
      },
    },
  }
}

/** What a call without an answer came to. */
const UNKNOWN = 'unknown'

function measureProvider(provider: Provider, { measure }: Telemetry): Provider {
  const { id, capabilities } = provider
  const call = <T>(operation: string, work: () => Promise<T>, outcomeOf: (result: T) => string) =>
    measure('provider call', { provider: id, operation }, work, outcomeOf, UNKNOWN)
  return {
    id,
    capabilities,
    authorize: (request) => call('authorize', () => provider.authorize(request), describe),
    operate: (request) => call(request.operation.toLowerCase(), () => provider.operate(request), describe),
    order: (request) =>
      call(
        'order',
        () => provider.order(request),
        ({ kind }) => kind,
      ),
    cancelOrder: (key) => call('cancel-order', () => provider.cancelOrder(key), describe),
    findOutcome: (key) => call('find', () => provider.findOutcome(key), describe),
    fence: (key) =>
      call(
        'fence',
        () => provider.fence(key),
        ({ kind }) => kind,
      ),
  }
}

function measureThreeDsServer(server: ThreeDsServer, { measure }: Telemetry): ThreeDsServer {
  const call = <T>(operation: string, work: () => Promise<T>, outcomeOf: (result: T) => string) =>
    measure('provider call', { provider: '3ds-server', operation }, work, outcomeOf, UNKNOWN)
  return {
    enrol: (request) =>
      call(
        'enrol',
        () => server.enrol(request),
        ({ kind }) => kind,
      ),
    authenticate: (request) =>
      call(
        'authenticate',
        () => server.authenticate(request),
        ({ kind }) => kind,
      ),
    readChallengeResult: (id, round) =>
      call(
        'read-result',
        () => server.readChallengeResult(id, round),
        (result) => (result === null ? 'none' : 'ok'),
      ),
  }
}

function describe(outcome: ProviderOutcome | null): string {
  return outcome === null ? 'never seen' : statusForCode(outcome.processingCode).toLowerCase()
}

function mapValues<Value>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value) => Value,
): ReadonlyMap<string, Value> {
  return new Map([...map].map(([key, value]) => [key, change(value)]))
}
