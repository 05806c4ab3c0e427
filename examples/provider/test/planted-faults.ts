import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { Books, Entry } from '../src/books.ts'
import { createSend, openEvents, type Send } from '../src/events.ts'
import { createProvider } from '../src/provider.ts'

interface Request {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A provider fault that loses an answer or money, and the checks that detect it. */
export interface PlantedFault {
  readonly name: string
  /** Checks of the suite that must fail; others may. */
  readonly found: readonly string[]
  /** Wraps the books so that they are kept incorrectly. */
  readonly books?: (books: Books) => Books
  /** Answers in place of the provider; `ask` forwards the request to it. */
  readonly answer?: (request: Request, ask: () => Promise<Answer>) => Promise<Answer>
  /** Posts the provider's events incorrectly. */
  readonly send?: (send: Send, callback: Callback) => Send
}

/** The address to which a provider posts its events, and the secret. */
export interface Callback {
  readonly url: string
  readonly secret: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Makes up an outcome without any call. */
const outcomeOf = (key: unknown, code: string) => ({
  idempotency_key: key,
  processing_code: code,
  response_code: code,
  response_message: 'planted',
  approval_code: null,
  reference_number: null,
  systan: null,
  retryable: false,
})

/** Returns books that change keys before they use them. */
const withKeys =
  (change: (key: string) => string) =>
  (books: Books): Books => ({
    list: books.list,
    find(key) {
      const entry = books.find(change(key))
      return entry && { ...entry, key }
    },
    write: (entry) => ({ ...books.write({ ...entry, key: change(entry.key) }), key: entry.key }),
  })

const AUTHORIZATIONS = '/authorizations'

/** The amount that the example approves in the suite's partial approvals. */
const PART = 5_000

/** Answers requests to one path about prepared keys in place of the provider. */
function aboutPrepared(path: string, lie: (key: unknown) => unknown): NonNullable<PlantedFault['answer']> {
  const prepared = new Set<unknown>()
  return ({ path: asked, body }, ask) => {
    if (asked === '/preparations') prepared.add(body['call_key'])
    return asked === path && prepared.has(body['key'])
      ? Promise.resolve({ status: 200, body: lie(body['key']) })
      : ask()
  }
}

/** Answers requests to one path about payments whose shopper is asked in place of the provider. */
function aboutAsked(path: string, lie: (key: unknown) => unknown): NonNullable<PlantedFault['answer']> {
  const asked = new Set<unknown>()
  return async ({ path: called, body }, ask) => {
    if (called === path && asked.has(body['key'])) return { status: 200, body: lie(body['key']) }
    const told = await ask()
    const { result } = told.body as { readonly result?: unknown }
    if (result === 'AUTHENTICATE') asked.add(body['idempotency_key'])
    return told
  }
}

/** Answers each request to one path that it did not approve with an approval. */
function approving(path: string): NonNullable<PlantedFault['answer']> {
  return async ({ path: asked, body }, ask) => {
    const told = await ask()
    if (asked !== path || told.status !== 200) return told
    const approval = { processing_code: '0000', approved_amount: body['amount'] }
    return { ...told, body: { ...(told.body as object), ...approval } }
  }
}

function signMessage(secret: string, id: string, body: string) {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Returns a sender that changes each event. */
function withEvents(
  change: (event: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): (send: Send) => Send {
  return (send) => (post) => {
    const { events } = JSON.parse(post.body) as { events: readonly Readonly<Record<string, unknown>>[] }
    return send({ ...post, body: JSON.stringify({ events: events.map(change) }) })
  }
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a payment that is approved before its shopper confirms',
    found: ['authentication: asks for the shopper, and holds the payment meanwhile'],
    answer: aboutAsked('/questions', (key) => ({ found: true, outcome: outcomeOf(key, '0000') })),
  },
  {
    name: 'a continuation that approves whatever was brought',
    found: ['authentication: approves nothing for a result that no shopper brought'],
    answer: aboutAsked('/continuations', (key) => outcomeOf(key, '0000')),
  },
  {
    name: 'a payment that stays payable after it was given up',
    found: ['authentication: gives a payment up for good'],
    answer: aboutAsked('/cancellations', (key) => outcomeOf(key, '1002')),
  },
  {
    name: 'a preparation that moves the money',
    found: ['preparations: execute nothing, however often'],
    answer: aboutPrepared('/questions', (key) => ({ found: true, outcome: outcomeOf(key, '0000') })),
  },
  {
    name: 'a fence that cancels nothing of what was prepared',
    found: ['preparations: a fence holds for what was prepared, and for the call that comes late'],
    answer: aboutPrepared('/fences', (key) => ({ result: 'FENCED', key })),
  },
  {
    name: 'a new key at a repeat',
    found: [
      'gives a key its first outcome, with another amount and another card too',
      'executes a refund once, however many requests come together',
    ],
    books: (books) => {
      let count = 0
      return {
        list: books.list,
        find: () => undefined,
        write(entry) {
          count += 1
          return { ...books.write({ ...entry, key: `${entry.key}-${count}` }), key: entry.key }
        },
      }
    },
  },
  {
    name: 'two equal refunds as one',
    found: ['takes two equal refunds for two'],
    books: (books) => ({
      ...books,
      write(entry) {
        const isEqual = (one: Entry) =>
          one.kind === 'REFUND' && one.original === entry.original && one.amount === entry.amount
        const equal = entry.kind === 'REFUND' ? books.list().find(isEqual) : undefined
        return equal ? { ...equal, key: entry.key } : books.write(entry)
      },
    }),
  },
  {
    name: 'keys that are cut at the end so that two meet',
    found: ['takes two keys that differ in their last character for two'],
    books: withKeys((key) => key.slice(0, 'suite_'.length + 32)),
  },
  {
    name: 'keys that are cut at the front so that two meet',
    found: ['takes two keys that differ in their first character for two'],
    books: withKeys((key) => key.slice(-'suite_'.length - 32)),
  },
  {
    name: 'keys without their case',
    found: ['takes two keys that differ in upper and lower case for two'],
    books: withKeys((key) => key.toLowerCase()),
  },
  {
    name: 'a key that is forgotten, and executed again when it comes back',
    found: ['gives a key its first outcome after 40 others'],
    books: (books) => ({
      ...books,
      find(key) {
        const recent = books.list().slice(-30)
        return recent.find((entry) => entry.key === key)
      },
    }),
  },
  {
    name: 'an error that is kept as an outcome',
    found: ['has no outcome for a request that it refused'],
    answer: (() => {
      const refused = new Set<unknown>()
      return async ({ path, body }, ask) => {
        const key = askedKey(path, body)
        if (refused.has(key) && isQuestion(path)) return found(outcomeOf(key, '1001'))
        const told = await ask()
        if (path === AUTHORIZATIONS && told.status === 422) refused.add(body['idempotency_key'])
        return told
      }
    })(),
  },
  {
    name: 'an error inside that is answered as a decline',
    found: [
      'refuses what is no JSON',
      'refuses an authorization with no key',
      'refuses an authorization with an amount in decimals',
      'refuses an authorization with an amount as text',
      'refuses an authorization with a negative amount',
      'refuses an authorization with a currency that is none',
      'refuses an authorization with no card',
    ],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || told.status < 400 || told.status === 401) return told
      return { status: 200, body: outcomeOf(body['idempotency_key'], '1001') }
    },
  },
  {
    name: 'a page of a balancer in place of an answer',
    found: ['approves a card, and tells the same outcome by its key'],
    answer: async ({ path }, ask) =>
      path === AUTHORIZATIONS ? { status: 200, body: '<html>Bad Gateway</html>' } : ask(),
  },
  {
    name: 'a request in transit as a decline',
    found: ['executes a key once, however many requests come together'],
    answer: (() => {
      const inTransit = new Set<unknown>()
      return async ({ path, body }, ask) => {
        const key = body['idempotency_key']
        if (path !== AUTHORIZATIONS) return ask()
        if (inTransit.has(key)) return { status: 200, body: outcomeOf(key, '1000') }
        inTransit.add(key)
        try {
          await new Promise((resolve) => setTimeout(resolve, 20))
          return await ask()
        } finally {
          inTransit.delete(key)
        }
      }
    })(),
  },
  {
    name: 'a record that is written after the answer',
    found: ['approves a card, and tells the same outcome by its key'],
    books: (books) => ({
      ...books,
      write(entry) {
        setTimeout(() => books.find(entry.key) ?? books.write(entry), 200)
        return entry
      },
    }),
  },
  {
    name: 'a payment that is pending without a call',
    found: [
      'approves a card, and tells the same outcome by its key',
      'orders: takes one, and knows it by its key',
    ],
    async answer({ path, body }, ask) {
      if (path !== AUTHORIZATIONS && path !== '/orders') return ask()
      const outcome = outcomeOf(body['idempotency_key'], '1002')
      return { status: 200, body: path === '/orders' ? { result: 'OUTCOME', outcome } : outcome }
    },
  },
  {
    name: 'an undo that is confirmed and not done',
    found: [
      'gives back what must not stand, once',
      'does not approve what was undone before it arrived',
      'pending: does not stand if it is undone before it is decided',
    ],
    async answer({ path, body }, ask) {
      if (path !== '/undos') return ask()
      const { idempotency_key: key, account_id, amount: approved_amount, currency } = body
      return { status: 200, body: { ...outcomeOf(key, '0000'), account_id, approved_amount, currency } }
    },
  },
  {
    name: 'an approved part that is taken as all',
    found: [
      'partial approvals: approves a part where the payment allows it, and tells the same amount by its key',
    ],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || body['partial_approval'] !== true) return told
      return { ...told, body: { ...(told.body as object), approved_amount: body['amount'] } }
    },
  },
  {
    name: 'an approved part that counts as the whole amount in the books',
    found: ['partial approvals: captures no more than was approved'],
    books: (books) => ({
      ...books,
      write: (entry) =>
        books.write(
          entry.kind === 'AUTHORIZE' && entry.amount === PART ? { ...entry, amount: 2 * PART } : entry,
        ),
    }),
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || body['partial_approval'] !== true) return told
      return { ...told, body: { ...(told.body as object), approved_amount: PART } }
    },
  },
  {
    name: 'an exemption that nobody requested',
    found: [
      'exemptions: applies none that was not requested',
      'exemptions: applies the requested one or none',
    ],
    async answer({ path }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || told.status !== 200) return told
      const authentication = { trans_status: 'I', eci: null, exemption_applied: 'LOW_VALUE' }
      return { ...told, body: { ...(told.body as object), authentication } }
    },
  },
  {
    name: 'a verified card that is charged for one unit',
    found: ['verifications: approves a card for nothing, and tells the same outcome by its key'],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || body['transaction_type'] !== 'VERIFY') return told
      return { ...told, body: { ...(told.body as object), approved_amount: 1 } }
    },
  },
  {
    name: 'a verification that approves every card',
    found: ['verifications: declines the card that it declines'],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || body['transaction_type'] !== 'VERIFY') return told
      return { ...told, body: { ...(told.body as object), processing_code: '0000', approved_amount: 0 } }
    },
  },
  {
    name: 'a verified card that can be captured',
    found: ['verifications: leave nothing to capture or refund'],
    answer: (() => {
      const verified = new Set<unknown>()
      return async ({ path, body }, ask) => {
        if (path === AUTHORIZATIONS && body['transaction_type'] === 'VERIFY')
          verified.add(body['idempotency_key'])
        const told = await ask()
        const { key } = (body['original'] ?? {}) as { readonly key?: unknown }
        if (path !== '/operations' || !verified.has(key)) return told
        const approval = { processing_code: '0000', approved_amount: body['amount'] }
        return { ...told, body: { ...(told.body as object), ...approval } }
      }
    })(),
  },
  {
    name: 'an increment that raises nothing',
    found: ['increments: what is added can be captured, and no cent more'],
    books: (books) => ({
      ...books,
      list: () => books.list().filter(({ kind }) => kind !== 'INCREMENT'),
    }),
  },
  {
    name: 'an extension that releases the authorization',
    found: ['extensions: an authorization that was extended can be captured'],
    books: (books) => ({
      ...books,
      list: () => books.list().map((entry) => (entry.kind === 'EXTEND' ? { ...entry, kind: 'VOID' } : entry)),
    }),
  },
  ...(['INCREMENT', 'EXTEND'] as const).map((operation): PlantedFault => ({
    name: `an ${operation} that is approved of everything`,
    found: [`does not approve an ${operation} of what holds nothing`],
    async answer({ body }, ask) {
      const told = await ask()
      if (body['operation'] !== operation) return told
      const approval = { processing_code: '0000', approved_amount: body['amount'] }
      return { ...told, body: { ...(told.body as object), ...approval } }
    },
  })),
  {
    name: 'a payment that stays pending',
    found: ['pending: answers 1002, and tells the outcome by its key later, once and for all'],
    answer: (() => {
      const pending = new Map<unknown, unknown>()
      return async ({ path, body }, ask) => {
        const told = await ask()
        const outcome = told.body as Readonly<Record<string, unknown>>
        if (outcome['processing_code'] === '1002') pending.set(body['idempotency_key'], outcome)
        return isQuestion(path) && pending.has(body['key']) ? found(pending.get(body['key'])) : told
      }
    })(),
  },
  {
    name: 'a pending payment whose outcome changes once more',
    found: ['pending: answers 1002, and tells the outcome by its key later, once and for all'],
    answer: (() => {
      const pending = new Set<unknown>()
      const told = new Set<unknown>()
      return async ({ path, body }, ask) => {
        const answer = await ask()
        const { processing_code, outcome } = answer.body as {
          processing_code?: string
          outcome?: Readonly<Record<string, unknown>>
        }
        if (processing_code === '1002') pending.add(body['idempotency_key'])
        const { key } = body
        if (!isQuestion(path) || !pending.has(key) || outcome?.['processing_code'] !== '0000') return answer
        if (told.has(key)) return found({ ...outcome, processing_code: '1000', approved_amount: 0 })
        told.add(key)
        return answer
      }
    })(),
  },
  {
    name: 'approvals that are reported as pending',
    found: ['events: report the outcome of what was pending, as a question is answered'],
    send: withEvents((event) => {
      const outcome = event['outcome'] as Readonly<Record<string, unknown>>
      return { ...event, outcome: { ...outcome, processing_code: '1002', approved_amount: 0 } }
    }),
  },
  {
    name: 'a part that is approved unasked',
    found: ['partial approvals: approves all or nothing where the payment does not allow a part'],
    async answer({ path, body }, ask) {
      const told = await ask()
      const outcome = told.body as Readonly<Record<string, unknown>>
      if (path !== AUTHORIZATIONS || outcome['processing_code'] !== '1004') return told
      const part = { processing_code: '0000', approved_amount: Number(body['amount']) / 2 }
      return { ...told, body: { ...outcome, ...part } }
    },
  },
  {
    name: 'an undo that gives back another amount than was approved',
    found: ['partial approvals: gives back the approved part, once'],
    async answer({ path }, ask) {
      const told = await ask()
      const outcome = told.body as Readonly<Record<string, unknown>>
      return path === '/undos' && outcome['approved_amount'] === PART
        ? { ...told, body: { ...outcome, approved_amount: PART - 1 } }
        : told
    },
  },
  {
    name: 'a time of capture that moves with every answer',
    found: ['says once and for all how an authorization can be captured, and keeps to it'],
    answer: (() => {
      let seconds = 0
      return async ({ path }, ask) => {
        const told = await ask()
        const { outcome } = told.body as { outcome?: Readonly<Record<string, unknown>> }
        if (path !== '/questions' || outcome?.['capture_before'] === undefined) return told
        seconds += 1
        const moved = new Date(Date.now() + seconds * 1_000).toISOString()
        return found({ ...outcome, capture_before: moved })
      }
    })(),
  },
  {
    name: 'a second capture of what can be captured once',
    found: ['says once and for all how an authorization can be captured, and keeps to it'],
    async answer({ path }, ask) {
      const told = await ask()
      const once = (outcome: object) => ({ ...outcome, may: { capture_several: false } })
      const { may, outcome } = told.body as { may?: unknown; outcome?: { may?: unknown } }
      if (path === '/authorizations' && may !== undefined) return { ...told, body: once(told.body as object) }
      return path === '/questions' && outcome?.may !== undefined ? found(once(outcome)) : told
    },
  },
  {
    name: 'events that are signed with another secret',
    found: ['events: are signed over the bytes that are sent'],
    send: (_, { url }) => createSend(url, `whsec_${Buffer.alloc(32, 7).toString('base64')}`),
  },
  {
    name: 'an event that is signed before it is written otherwise',
    found: ['events: are signed over the bytes that are sent'],
    send:
      (_, { url, secret }) =>
      async ({ id, body }) => {
        const { status } = await fetch(url, {
          method: 'POST',
          headers: { ...JSON_TYPE, ...signMessage(secret, id, body) },
          body: JSON.stringify(JSON.parse(body), null, 1),
        })
        return status === 200
      },
  },
  {
    name: 'an event that is told once, acknowledged or not',
    found: [
      'events: that were not acknowledged are repeated, byte for byte and under the same id',
      'events: that are repeated hold up no other',
    ],
    send: (send) => async (post) => {
      await send(post)
      return true
    },
  },
  {
    name: 'an event that is repeated under another id',
    found: ['events: that were not acknowledged are repeated, byte for byte and under the same id'],
    send: (send) => (post) => send({ ...post, id: `msg_${randomUUID()}` }),
  },
  {
    name: 'events that wait for the one before',
    found: ['events: that are repeated hold up no other'],
    send: (send) => {
      let waitingFor: string | null = null
      return async (post) => {
        if (waitingFor !== null && waitingFor !== post.id) return false
        const isDone = await send(post)
        waitingFor = isDone ? null : post.id
        // Longer than the suite waits for another event.
        if (!isDone) await new Promise((resolve) => setTimeout(resolve, 3_000))
        return isDone
      }
    },
  },
  {
    name: 'one id for all events',
    found: ['events: have an id for each, which no other event has'],
    send: withEvents((event) => ({ ...event, id: 'evt' })),
  },
  {
    name: 'the amount of the payment in the event of a refund',
    found: ['events: report captures, refunds and voids, each with its own amount'],
    send: withEvents((event) => ({ ...event, amount: 10_000 })),
  },
  {
    name: 'captures that are not reported',
    found: ['events: report captures, refunds and voids, each with its own amount'],
    send: (send) => (post) => (post.body.includes('"call":"capture"') ? Promise.resolve(true) : send(post)),
  },
  {
    name: 'a decline that is reported as an approval',
    found: ['events: report an approval and a decline, as a question is answered'],
    send: withEvents((event) => {
      const outcome = event['outcome'] as Readonly<Record<string, unknown>>
      return { ...event, outcome: { ...outcome, processing_code: '0000', approved_amount: event['amount'] } }
    }),
  },
  {
    name: 'a second event that contradicts the first',
    found: ['events: report one outcome for each call, in any order'],
    send: (send) => async (post) => {
      const isDone = await send(post)
      const contrary = withEvents((event) => {
        const outcome = event['outcome'] as Readonly<Record<string, unknown>>
        return {
          ...event,
          id: `${String(event['id'])}-again`,
          outcome: { ...outcome, processing_code: '1000', approved_amount: 0 },
        }
      })
      if (isDone) await contrary(send)({ ...post, id: `${post.id}-again` })
      return isDone
    },
  },
  {
    name: 'a request that anybody signed, executed',
    found: [
      'refuses a request without a signature, and does not execute it',
      'refuses a request signed with another secret, and does not execute it',
      'refuses a request signed ten minutes ago, and does not execute it',
      'refuses a request signed ten minutes ahead, and does not execute it',
      'refuses a request signed for another path, and does not execute it',
      'refuses a request whose body was changed, and does not execute it',
    ],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || told.status !== 401) return told
      return { status: 200, body: outcomeOf(body['idempotency_key'], '0000') }
    },
  },
  {
    name: 'capabilities that say nothing of reports',
    found: ['says what it can do'],
    async answer({ path }, ask) {
      const told = await ask()
      return path === '/capabilities' ? { ...told, body: { ...(told.body as object), reports: null } } : told
    },
  },
  {
    name: 'an authorization that is approved whatever speaks against it',
    found: [
      'does not approve a card that it declines',
      'does not approve an expired card',
      'does not approve a cardholder whose authentication failed (N)',
      'does not approve a cardholder whose authentication failed (R)',
      'does not approve an account that is not ours',
    ],
    answer: approving(AUTHORIZATIONS),
  },
  {
    name: 'an operation that is approved whatever speaks against it',
    found: [
      'does not approve a refund above the purchase',
      'does not approve a refund in another currency',
      'does not approve a capture of a purchase',
      'does not approve a refund of what was only authorized',
      'does not approve a capture above the authorization',
      'does not approve a capture in another currency',
      'does not approve a capture of a key that it has never seen',
      'does not approve a refund of a key that it has never seen',
      'counts refunds: what is left can be refunded, and no cent more',
      'lets one of two refunds win that exceed the purchase together',
      'captures in parts, refunds a capture, and no more than it',
      'captures nothing after a void',
      'releases what a capture left open, and still refunds the capture',
    ],
    answer: approving('/operations'),
  },
  {
    name: 'an outcome that repeats what was asked for last',
    found: ['says of account, amount and currency what it executed, whatever a repeated request says'],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== AUTHORIZATIONS || told.status !== 200) return told
      const { amount: approved_amount, currency } = body
      return { ...told, body: { ...(told.body as object), approved_amount, currency } }
    },
  },
  {
    name: 'a payment that is found by its reference alone',
    found: ['names: finds a payment by its key, with what its answer named it and without'],
    answer: async ({ path, body }, ask) =>
      path === '/questions' && body['provider_reference'] === null
        ? { status: 200, body: { found: false } }
        : ask(),
  },
  {
    name: 'a payment that is refunded by its reference alone',
    found: ['names: refunds a payment by its key, with what its answer named it and without'],
    async answer({ path, body }, ask) {
      const { provider_reference: reference } = (body['original'] ?? {}) as Request['body']
      if (path !== '/operations' || reference !== null) return ask()
      return { status: 422, body: { executed: false, reason: 'provider_reference' } }
    },
  },
  {
    name: 'a reference with the number of the card',
    found: ['names: writes no card number into state and refs'],
    async answer({ path, body }, ask) {
      const told = await ask()
      const { number } = (body['card'] ?? {}) as Request['body']
      if (path !== AUTHORIZATIONS || told.status !== 200) return told
      return { ...told, body: { ...(told.body as object), refs: [`acme ${String(number)}`] } }
    },
  },
  {
    name: 'a new page for every request of an order',
    found: ['orders: gives a key its first answer, with another amount too, and to all who come together'],
    answer: (() => {
      let pages = 0
      return async ({ path, body }, ask) => {
        const told = await ask()
        if (path !== '/orders' || told.status !== 200) return told
        pages += 1
        const { idempotency_key } = body
        const redirect_url = `https://acme.example/${pages}`
        return { status: 200, body: { result: 'REDIRECT', idempotency_key, redirect_url } }
      }
    })(),
  },
  {
    name: 'a cancellation that is confirmed and not done',
    found: ['orders: cancelled, it has an end, and keeps it'],
    async answer({ path }, ask) {
      const told = await ask()
      const canceled = { processing_code: '1003', approved_amount: 0 }
      return path === '/cancellations' ? { ...told, body: { ...(told.body as object), ...canceled } } : told
    },
  },
  {
    name: 'an order of any type',
    found: ['orders: refuses a type that it does not serve'],
    async answer({ path, body }, ask) {
      const told = await ask()
      if (path !== '/orders' || told.status !== 422) return told
      const outcome = outcomeOf(body['idempotency_key'], '0000')
      return { status: 200, body: { result: 'OUTCOME', outcome } }
    },
  },
  {
    name: 'a prepared call whose outcome is not found',
    found: ['preparations: the call that follows is executed, and its key is known then'],
    answer: aboutPrepared('/questions', () => ({ found: false })),
  },
  {
    name: 'a fence that is not kept',
    found: ['fences: refuses with 409 what comes late, however often, and executes none of it'],
    books: (books) => ({
      ...books,
      write: (entry) => (entry.kind === 'FENCE' ? entry : books.write(entry)),
    }),
  },
  {
    name: 'a fence that promises whatever was executed',
    found: [
      'fences: tells the outcome of what it has executed, which stands',
      'fences: one of a fence and a request wins that come together',
    ],
    answer: async ({ path, body }, ask) =>
      path === '/fences' ? { status: 200, body: { result: 'FENCED', key: body['key'] } } : ask(),
  },
  {
    name: 'a fence that is told as a decline when it is repeated',
    found: ['fences: promises for a key that it has not seen, again and again'],
    answer: (() => {
      const fenced = new Set<unknown>()
      return async ({ path, body }, ask) => {
        const { key } = body
        if (path !== '/fences') return ask()
        if (fenced.has(key))
          return { status: 200, body: { result: 'OUTCOME', outcome: outcomeOf(key, '1001') } }
        fenced.add(key)
        return ask()
      }
    })(),
  },
  {
    name: 'one id for all payments',
    found: ['does not approve a card that it declines', 'has never executed a key that it has not seen'],
    books: withKeys(() => 'payment'),
  },
]

/** Returns whether a call queries an outcome. */
function isQuestion(path: string): boolean {
  return path === '/questions' || path.startsWith('/outcomes/')
}

function askedKey(path: string, body: Request['body']): unknown {
  return path.startsWith('/outcomes/') ? decodeURIComponent(path.slice('/outcomes/'.length)) : body['key']
}

const found = (outcome: unknown): Answer => ({ status: 200, body: { found: true, outcome } })

/** Serves the example behind a relay that injects the fault. */
export async function serveWithFault(
  { books: keep = (books) => books, answer = (_, ask) => ask(), send = (given) => given }: PlantedFault,
  books: Books,
  secret: string,
  callback: Callback,
): Promise<{ readonly url: string; close(): void }> {
  const events = openEvents(send(createSend(callback.url, callback.secret), callback))
  const inner = createProvider(keep(books), secret, undefined, events)
  const innerUrl = await listen(inner)
  const front = createServer((request, response) => {
    void relay(request).then(
      ({ status, body }) => {
        const isPage = typeof body === 'string'
        response
          .writeHead(status, isPage ? { 'content-type': 'text/html' } : JSON_TYPE)
          .end(isPage ? body : JSON.stringify(body))
      },
      () => response.destroy(),
    )
  })

  async function relay(request: IncomingMessage): Promise<Answer> {
    const { method = '', url: path = '', headers } = request
    const sent = await text(request)
    const ask = async (): Promise<Answer> => {
      const signed = { ...JSON_TYPE, ...signatureOf(headers) }
      const told = await fetch(innerUrl + path, {
        method,
        headers: signed,
        ...(sent !== '' && { body: sent }),
      })
      return { status: told.status, body: await told.json() }
    }
    return answer({ path, body: readObject(sent) }, ask)
  }

  const url = await listen(front)
  return {
    url,
    close() {
      events.close()
      for (const server of [front, inner]) server.close().closeAllConnections()
    },
  }
}

function signatureOf(headers: IncomingMessage['headers']): Record<string, string> {
  const names = ['sluice-timestamp', 'sluice-signature'] as const
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  )
}

/** Finds a port that nothing listens at. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const { port } = new URL(await listen(server))
  await new Promise((resolve) => server.close(resolve))
  return Number(port)
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function readObject(json: string): Request['body'] {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Request['body']) : {}
  } catch {
    return {}
  }
}
