/**
 * An adapter with its own books. It does not use the provider protocol; its rules are those of the example provider.
 */
import { MANAGE_TYPES } from '@sluice/types/vocabulary'

import { type Books, type Entry, readAtPresent } from '../../../examples/provider/src/books.ts'
import { decideAuthorization, decideOperation, type Message } from '../../../examples/provider/src/decide.ts'
import { type Events, openEvents } from '../../../examples/provider/src/events.ts'
import { declareUsual } from '../src/transactions/execution/declarations.ts'
import {
  ContradictingAnswer,
  type EventReading,
  notExecuted,
  type OperationRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderEvent,
  type ProviderOutcome,
  type ReadEvents,
} from '../src/transactions/execution/provider.ts'

const TOKEN_HEADER = 'x-acme-token'

const CALLS = {
  AUTHORIZE: 'authorization',
  VERIFY: 'authorization',
  PURCHASE: 'authorization',
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
  INCREMENT: 'increment',
  EXTEND: 'extend',
  ORDER: 'payout',
  FENCE: null,
} as const

/** A notice of the provider, without the protocol's members and without a signature. */
interface Notice {
  readonly id: string
  readonly key: string
  readonly kind: Entry['kind']
  readonly asked: number
  readonly paid: number
  readonly code: string
  readonly account: string
  readonly currency: string
}

type Call = Omit<
  OperationRequest,
  'operation' | 'original' | 'parent' | 'finalCapture' | 'authorizedMinor' | 'metadata'
>

/** @param post - sends a notice to the callback address; returns false if it was not acknowledged. */
export function createNativeAdapter(post: (body: string) => Promise<boolean>): {
  readonly adapter: Provider
  close(): void
} {
  const books = readAtPresent(openMemory())
  /** The amount of each call, because the books have only the part of a partial approval. */
  const asked = new Map<string, number>()
  const events = openEvents(({ body }) => post(body))

  /** Executes a key once. The outcome of a call with other terms is not that of this call. */
  function once(call: Call, decide: () => Pick<Entry, 'kind' | 'code'> & Partial<Entry>): ProviderOutcome {
    const { idempotencyKey: key, amountMinor: amount, currency, accountId: account } = call
    const known = books.find(key)
    if (known && known.account !== account) throw new ContradictingAnswer('ACCOUNT_MISMATCH')
    if (known && known.currency !== currency) throw new ContradictingAnswer('CURRENCY_MISMATCH')
    if (known && asked.get(key) !== amount) throw new ContradictingAnswer('AMOUNT_MISMATCH')
    if (known) return outcomeOf(known)
    asked.set(key, amount)
    const entry = books.write({ key, amount, currency, account, ...decide() })
    reportOnceDecided(books, events, entry, amount)
    return outcomeOf(entry)
  }

  const operate = async (
    request: Omit<OperationRequest, 'finalCapture' | 'authorizedMinor' | 'metadata'>,
    isUndo: boolean,
  ) =>
    once(request, () => ({
      kind: request.operation,
      code: decideOperation(toMessage(request), books, new Date(), isUndo),
      original: request.original.key,
      parent: request.parent.key,
    }))

  const adapter: Provider = {
    id: 'acme',
    capabilities: {
      methods: new Set(['card']),
      ...declareUsual(new Set(MANAGE_TYPES), 'none'),
      reports: 'HINT',
    },
    authorize: async (request) =>
      once(request, () => ({
        kind: request.transactionType,
        ...decideAuthorization(toMessage(request), books, new Date()),
      })),
    operate: (request) => operate(request, false),
    undo: (request) => operate({ ...request, operation: 'VOID', parent: request.original }, true),
    order: async () => ({ kind: 'outcome', outcome: notExecuted('not declared') }),
    cancelOrder: async () => notExecuted('not declared'),
    fence: () => Promise.reject(new Error('not declared')),
    async findOutcome({ key }) {
      const entry = books.find(key)
      return entry === undefined ? null : outcomeOf(entry)
    },
    readEvents: readNotices,
  }
  return { adapter, close: () => events.close() }
}

/** Posts the notices of {@link createNativeAdapter}. */
export function createPostNotice(url: string, token: string): (body: string) => Promise<boolean> {
  return async (body) => {
    const { status } = await fetch(url, { method: 'POST', headers: { [TOKEN_HEADER]: token }, body })
    return status === 202
  }
}

const readNotices: ReadEvents = ({ headers, rawBody }, { secrets }): EventReading => {
  if (!secrets.includes(String(headers[TOKEN_HEADER]))) return { kind: 'refused' }
  const { events } = JSON.parse(Buffer.from(rawBody).toString()) as { readonly events: readonly Notice[] }
  return {
    kind: 'events',
    events: events.map((notice) => toEvent(notice, rawBody)),
    acknowledgement: { status: 202, contentType: 'text/plain', text: 'accepted' },
  }
}

function toEvent(
  { id, key, kind, asked, paid, code, account, currency }: Notice,
  raw: Uint8Array,
): ProviderEvent {
  const entry = { key, kind, code, amount: paid, account, currency }
  return {
    id,
    fact: id,
    kind: 'OUTCOME',
    key,
    refs: [referenceOf(key)],
    parentRefs: [],
    accountId: account,
    isLive: false,
    call: CALLS[kind],
    amountMinor: asked,
    currency,
    outcome: outcomeOf(entry),
    record: null,
    occurredAtMs: 0,
    raw,
  }
}

function outcomeOf({ key, code, amount }: Entry): ProviderOutcome {
  const isApproved = code === '0000'
  return {
    processingCode: code as ProviderOutcome['processingCode'],
    providerResponseCode: code,
    providerResponseMessage: isApproved ? 'Paid' : 'Not paid',
    approvalCode: null,
    referenceNumber: null,
    systan: null,
    retryable: false,
    ...(isApproved && { approvedMinor: amount }),
    names: { state: null, refs: [referenceOf(key)] },
  }
}

const referenceOf = (key: string): string => `acme_${key}`

function reportOnceDecided(books: Books, events: Events, entry: Entry, asked: number): void {
  const waitMs = entry.approvedAt === undefined ? 0 : Date.parse(entry.approvedAt) - Date.now()
  const report = () => {
    const { key, kind, code, amount: paid, account, currency } = books.find(entry.key) ?? entry
    events.report({ id: `evt_${key}`, key, kind, asked, paid, code, account, currency } satisfies Notice)
  }
  if (waitMs > 0) setTimeout(report, waitMs).unref()
  else report()
}

function toMessage(request: Partial<ProviderAuthorization & OperationRequest> & Call): Message {
  const { card, authentication } = request
  return {
    idempotency_key: request.idempotencyKey,
    account_id: request.accountId,
    amount: request.amountMinor,
    currency: request.currency,
    transaction_type: request.transactionType ?? 'PURCHASE',
    partial_approval: request.keepsPartialApproval ?? false,
    card: {
      number: card?.pan.reveal() ?? '',
      expiration_month: card?.expirationMonth ?? 0,
      expiration_year: card?.expirationYear ?? 0,
    },
    authentication: authentication ? { trans_status: authentication.transStatus } : null,
    operation: request.operation ?? 'VOID',
    original: { key: request.original?.key ?? '' },
    parent: { key: request.parent?.key ?? '' },
    type: '',
  }
}

function openMemory(): Books {
  const entries = new Map<string, Entry>()
  return {
    find: (key) => entries.get(key),
    list: () => [...entries.values()],
    write(entry) {
      entries.set(entry.key, entry)
      return entry
    },
  }
}
