/** The kinds of providers by how they prevent late executions, each with books that a test can read. */
import { type CallKind, mapCalls, PREPARED_KINDS } from '../src/transactions/execution/declarations.ts'
import type { Provider } from '../src/transactions/execution/provider.ts'
import type { BookEntry } from '../src/invariants/invariant.ts'
import { EVERY_CAPABILITY } from './make-provider.ts'
import { FakeOperator } from './fake-operator.ts'
import { eventOf, WebhookOnlyProvider } from './webhook-only-provider.ts'

export const KINDS_OF_PROVIDERS = ['events-only', 'native', 'cancel-prepared', 'none'] as const

type KindOfProvider = (typeof KINDS_OF_PROVIDERS)[number]

/** A provider with its books. */
export interface ProviderWithBooks {
  readonly provider: Provider
  /** Returns whether it can promise never to execute a call of this kind later. */
  fences(kind: CallKind): boolean
  /** The keys of a transaction that moved money and were not undone, each once. */
  listMoved(transactionId: string): readonly string[]
  /** The events about all its executions of a transaction; empty for a provider without events. */
  listEvents(transactionId: string, processingCode: '0000' | '1002'): ReturnType<typeof eventOf>[]
  /** Runs after a call was executed and before it is answered. */
  beforeAnswer(run: (transactionId: string) => Promise<void>): void
  readBook(key: string): BookEntry | null
}

export function createProviderOfKind(kind: KindOfProvider, id: string): ProviderWithBooks {
  return kind === 'events-only' ? createReporting(id) : createAsked(kind, id)
}

function createAsked(fence: Exclude<KindOfProvider, 'events-only'>, id: string): ProviderWithBooks {
  const provider = new FakeOperator(id)
  const fences = (kind: CallKind) => fence === 'native' || (fence !== 'none' && PREPARED_KINDS.includes(kind))
  const calls = mapCalls((kind) => ({
    ...EVERY_CAPABILITY.calls[kind],
    fence: fences(kind) ? fence : ('none' as const),
  }))
  provider.capabilities = { ...EVERY_CAPABILITY, calls }
  return {
    provider,
    fences,
    listMoved: (transactionId) =>
      [...provider.bookings.values()].flatMap(({ request, approves, isDecided }) =>
        request.transactionId === transactionId && approves && isDecided ? [request.idempotencyKey] : [],
      ),
    listEvents: () => [],
    beforeAnswer: () => undefined,
    readBook(key) {
      const booking = provider.bookings.get(key)
      if (booking === undefined) return null
      const processingCode = booking.approves ? '0000' : '1000'
      return { providerId: id, idempotencyKey: key, processingCode, isSettled: booking.isDecided }
    },
  }
}

function createReporting(id: string): ProviderWithBooks {
  const provider = new WebhookOnlyProvider(id)
  /** A message that arrives twice is executed once. */
  const listExecuted = () => [...new Map(provider.arrived.map((call) => [call.key, call])).values()]
  const listOf = (transactionId: string) =>
    listExecuted().filter(
      (call) => call.transactionId === transactionId && !provider.reversed.includes(call.key),
    )
  return {
    provider,
    fences: () => false,
    listMoved: (transactionId) => listOf(transactionId).map(({ key }) => key),
    listEvents: (transactionId, code) => listOf(transactionId).map((call) => eventOf(call, code)),
    beforeAnswer: (run) => void (provider.beforeAnswer = ({ transactionId }) => run(transactionId)),
    readBook(key) {
      const isExecuted = listExecuted().some((call) => call.key === key)
      return isExecuted
        ? { providerId: id, idempotencyKey: key, processingCode: '0000', isSettled: true }
        : null
    },
  }
}
