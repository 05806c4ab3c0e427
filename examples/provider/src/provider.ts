import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'

import { type Books, type Entry, readAtPresent } from './books.ts'
import type { Event, Events } from './events.ts'
import { decideAuthorization, decideOperation, type Message } from './decide.ts'
import { answerBrowser, findByResult, isShopperPage, pageUrl } from './shopper.ts'

type Answer = readonly [status: number, body: unknown]

/** Payouts are paid at once: no page and no report is needed. */
const ORDER_TYPE = 'payout_upi'
/** Paid with our app, which the gateway's page opens, or which scans the code of that page. */
const APP_TYPE = 'payment_qr_code'
/** The time that our only shopper takes to find the phone. */
const APP_CONFIRMS_MS = 10_000
const OPERATIONS = ['CAPTURE', 'REFUND', 'VOID', 'INCREMENT', 'EXTEND']
const CAPABILITIES = {
  methods: ['card', ORDER_TYPE, APP_TYPE],
  operations: OPERATIONS,
  fences: true,
  preparations: true,
  authenticates: true,
  verifies: true,
}
const TOLERANCE_SECONDS = 300
/** The number of days for which we hold an authorization. */
const CAPTURE_DAYS = 7

const captureBefore = (): string => new Date(Date.now() + CAPTURE_DAYS * 86_400_000).toISOString()

const refuse = (status: number, reason: string): Answer => [status, { executed: false, reason }]

/**
 * Serves the provider protocol. While it is closing, it refuses every key that is not in its books. Nothing waits between looking into the books
 * and writing them: keys cannot race.
 *
 * @param ownUrl - where shoppers' browsers reach us.
 */
export function createProvider(
  stored: Books,
  secret: string,
  isClosing = () => false,
  events: Events | null = null,
  ownUrl = 'http://127.0.0.1:9200',
): Server {
  const books = readAtPresent(stored)

  /** Executes a key once; later requests with it get what the first one got. */
  const once = (message: Message, decide: () => Pick<Entry, 'kind' | 'code'> & Partial<Entry>): Answer => {
    const { idempotency_key: key, amount, currency, account_id: account } = message
    const known = books.find(key)
    const entry = known ?? books.write({ key, amount, currency, account, ...decide() })
    if (!known) report(entry, amount)
    return entry.kind === 'FENCE' ? refuse(409, 'FENCED') : [200, answerOf(entry, ownUrl)]
  }

  /** Reports a call once it is decided. */
  const report = (entry: Entry, amount: number): void => {
    const waitMs = entry.approvedAt === undefined ? 0 : Date.parse(entry.approvedAt) - Date.now()
    if (waitMs <= 0) events?.report(eventOf(entry, amount))
    else setTimeout(() => report(books.find(entry.key) ?? entry, amount), waitMs).unref()
  }

  const authorize = (message: Message): Answer =>
    once(message, () => ({
      kind: message.transaction_type,
      ...decideAuthorization(message, books, new Date()),
      ...(message.transaction_type === 'AUTHORIZE' && { captureBefore: captureBefore() }),
    }))

  /** The result names the payment that it belongs to; the payment that it was brought to is only compared by the gateway. */
  const proceed = ({ key = '', brought }: Message): Answer => {
    const entry = brought?.kind === 'RETURN' ? findByResult(books, brought.query ?? '') : undefined
    if (entry === undefined) return [200, { result: 'NOT_VALID', idempotency_key: key }]
    // A repeated one was decided before; an abandoned one stays abandoned.
    if (entry.code !== '1002') return [200, outcomeOf(entry)]
    const isConfirmed = entry.asked?.isConfirmed === true
    const decided = { code: isConfirmed ? '0000' : '3001', isAuthenticated: isConfirmed }
    const written = books.write({ ...entry, ...decided })
    report(written, written.amount)
    return [200, outcomeOf(written)]
  }

  const operate = (message: Message, isUndo = false): Answer =>
    once(message, () => ({
      kind: message.operation,
      code: decideOperation(message, books, new Date(), isUndo),
      original: message.original.key,
      parent: message.parent.key,
      ...(message.operation === 'EXTEND' && { captureBefore: captureBefore() }),
    }))

  /** Nothing is settled before tomorrow here, so a void returns the money. */
  const undo = (message: Message): Answer =>
    operate({ ...message, operation: 'VOID', parent: message.original }, true)

  const order = (message: Message): Answer => {
    if (message.type === APP_TYPE) {
      const approvedAt = new Date(Date.now() + APP_CONFIRMS_MS).toISOString()
      return once(message, () => ({ kind: 'ORDER', code: '1002', approvedAt, isShown: true }))
    }
    return message.type === ORDER_TYPE
      ? once(message, () => ({ kind: 'ORDER', code: '0000' }))
      : refuse(422, 'type')
  }

  /** Reserves our reference for the payment. Nothing is written: only the call that follows moves money. */
  const prepare = ({ idempotency_key: key, call_key: callKey }: Message): Answer =>
    isKey(callKey)
      ? [
          200,
          {
            result: 'PREPARED',
            idempotency_key: key,
            state: referenceOf(callKey),
            refs: [referenceOf(callKey)],
          },
        ]
      : refuse(422, 'call_key')

  const fence = (key: string): Answer => {
    const entry =
      books.find(key) ??
      books.write({ key, kind: 'FENCE', code: '2024', amount: 0, currency: '', account: '' })
    const isFenced = entry.kind === 'FENCE'
    return [200, isFenced ? { result: 'FENCED', key } : { result: 'OUTCOME', outcome: outcomeOf(entry) }]
  }

  const find = (key: string): Answer => {
    const entry = books.find(key)
    const isKnown = entry !== undefined && entry.kind !== 'FENCE'
    return [200, isKnown ? { found: true, outcome: outcomeOf(entry) } : { found: false }]
  }

  /** A paid payment cannot be cancelled; an order or a payment that waits for its shopper can. */
  const cancel = (key: string): Answer => {
    const entry = books.find(key)
    if (entry?.kind !== 'ORDER' && entry?.asked === undefined) return refuse(404, 'unknown key')
    const { approvedAt: _, ...open } = entry
    return [200, outcomeOf(entry.code === '1002' ? books.write({ ...open, code: '1003' }) : entry)]
  }

  /** Calls about an earlier one, which they identify by its key. Our books need no `state` to find it. */
  const ABOUT_EARLIER: Readonly<Record<string, (key: string) => Answer>> = {
    '/questions': find,
    '/fences': fence,
    '/cancellations': cancel,
  }

  const answer = (path: string, body: string): Answer => {
    if (path === '/capabilities') return [200, { ...CAPABILITIES, reports: events !== null }]
    const message = readObject(body)
    if (message === null) return refuse(400, 'no JSON')
    const about = ABOUT_EARLIER[path]
    if (about) return isKey(message['key']) ? about(message['key']) : refuse(422, 'key')
    if (!isMessage(message)) return refuse(422, 'idempotency_key, account_id, amount or currency')
    if (path === '/preparations') return prepare(message)
    if (path === '/continuations' && isKey(message.key)) return proceed(message)
    if (path === '/authorizations' && message.card) return authorize(message)
    if (path === '/operations' && isOperation(message)) return operate(message)
    if (path === '/undos' && isKey(message.original?.key)) return undo(message)
    return path === '/orders' ? order(message) : refuse(422, 'members')
  }

  /**
   * Returns whether a request has the key of a call that was executed: to refuse it would be to say that it was not.
   */
  const isKnown = (body: string): boolean => {
    const key = readObject(body)?.['idempotency_key']
    return isKey(key) && books.find(key) !== undefined
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    if (isShopperPage(url)) {
      const page = answerBrowser(books, method, url, body)
      return void response.writeHead(page.status, page.headers).end(page.body)
    }
    const isSigned = isSignedBy(secret, [method, url, body].join('\n'), headers)
    const [status, told] = !isSigned
      ? refuse(401, 'signature')
      : isClosing() && !isKnown(body)
        ? refuse(503, 'closing')
        : answer(url, body)
    const json = JSON.stringify(told)
    // Only we can sign, so the gateway knows that this 503 is not a load balancer's.
    const signature = status === 503 && sign(secret, `answer\n${headers['sluice-signature']}\n503\n${json}`)
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(signature && { 'sluice-signature': signature }),
      })
      .end(json)
  }

  // An interrupted request gets no answer; the gateway queries its key later.
  return createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
}

function answerOf(entry: Entry, ownUrl: string) {
  const { key, isShown, asked } = entry
  if (asked !== undefined && entry.code === '1002') {
    const step = { kind: 'REDIRECT', url: pageUrl(ownUrl, asked) }
    return { result: 'AUTHENTICATE', idempotency_key: key, step, refs: [referenceOf(key)] }
  }
  if (entry.kind !== 'ORDER') return outcomeOf(entry)
  if (!isShown) return { result: 'OUTCOME', outcome: outcomeOf(entry) }
  const url = `https://acme.example/pay/${referenceOf(key)}`
  return {
    result: 'DISPLAY',
    idempotency_key: key,
    refs: [referenceOf(key)],
    qr_text: url,
    app_links: [{ app: 'Acme Pay', url }],
  }
}

/** Our authentication of the cardholder, which the gateway validates with an approval. */
const AUTHENTICATED = { trans_status: 'Y', eci: '05', message_version: '2.2.0', exemption_applied: null }

function outcomeOf({ key, code, account, amount, currency, captureBefore, isAuthenticated }: Entry) {
  const isApproved = code === '0000'
  return {
    idempotency_key: key,
    account_id: account,
    approved_amount: isApproved ? amount : 0,
    currency,
    refs: [referenceOf(key)],
    processing_code: code,
    response_code: isApproved ? '00' : code,
    response_message: isApproved ? 'Approved' : code === '1002' ? 'Pending' : 'Refused',
    approval_code: isApproved ? hashOf(key).slice(0, 6) : null,
    reference_number: null,
    systan: null,
    retryable: false,
    ...(isAuthenticated === true && { authentication: AUTHENTICATED }),
    ...(isApproved &&
      captureBefore !== undefined && {
        may: { capture_several: true, increment: true, extend: true },
        capture_before: captureBefore,
      }),
  }
}

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
} as const

/** @see docs/provider-protocol/events.md#events */
function eventOf(entry: Entry, amount: number): Event {
  return {
    id: `evt_${hashOf(entry.key).slice(0, 20)}`,
    kind: 'OUTCOME',
    live: false,
    occurred_at: new Date().toISOString(),
    ...(entry.kind !== 'FENCE' && { call: entry.isShown ? 'order' : CALLS[entry.kind] }),
    // The requested amount: the outcome says what was approved.
    amount,
    outcome: outcomeOf(entry),
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Returns our own reference for a payment. */
const referenceOf = (key: string): string => `acme_${hashOf(key).slice(0, 20)}`

/** @see docs/provider-protocol.md#signature */
function isSignedBy(secret: string, signed: string, headers: IncomingHttpHeaders): boolean {
  const { 'sluice-timestamp': timestamp, 'sluice-signature': signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(secret, `${timestamp}\n${signed}`))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const sign = (secret: string, text: string): string =>
  `v1=${createHmac('sha256', secret).update(text).digest('base64')}`

function readObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const isKey = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isOperation = ({ operation, original, parent }: Message): boolean =>
  OPERATIONS.includes(operation) && isKey(original?.key) && isKey(parent?.key)

function isMessage(value: Record<string, unknown>): value is Record<string, unknown> & Message {
  const { idempotency_key: key, account_id: account, amount, currency } = value
  const areNames = [key, account].every((name) => typeof name === 'string' && name !== '')
  const isMoney = Number.isSafeInteger(amount) && Number(amount) >= 0
  return areNames && isMoney && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
}
