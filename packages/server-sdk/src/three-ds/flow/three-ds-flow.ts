import type { AuthorizeRequest, Envelope, Transaction } from '@sluice/types'
import { type ChallengeWindowSize, type Language, SPOKEN_WHEN_ENABLED } from '@sluice/types/vocabulary'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { isGatewayError } from '../../errors/is-gateway-error.ts'
import { ValidationError } from '../../errors/validation-error.ts'
import { nextStep, type OutcomeKind } from '../../next-step.ts'
import { type KnownOptions, refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import { isWebAddress } from '../action-token.ts'
import {
  runPendingCalls,
  endOverdue,
  type FlowPorts,
  keep,
  storeAnswer,
  refreshRecord,
} from './run-pending-calls.ts'
import type { FlowReply, FlowRequest } from './flow-exchange.ts'
import type { FlowGateway } from './flow-gateway.ts'
import type { ChallengePlace, ChallengeReceiver, FlowEndKind, FlowRecord } from './flow-record.ts'
import { answerFlowRequest } from './flow-routes.ts'
import { createMemoryFlowStore, type FlowStore } from './flow-store.ts'
import { makeToken } from './make-token.ts'

/** Options for `createThreeDsFlow`. */
export interface ThreeDsFlowOptions {
  /** A client of the gateway. */
  readonly client: FlowGateway
  /** Address of the gateway's API, as browsers know it: its pages speak to the challenge's page. */
  readonly gatewayUrl: string
  /**
   * The address at which browsers reach the flow's handler: `https://shop.example/three-ds`. With `receiver:
   * 'merchant'` it must be https and at most 199 characters long.
   */
  readonly url: string
  /** @defaultValue a store in memory, for one process */
  readonly store?: FlowStore
  /**
   * More sources for the content security policy's `frame-src` and `form-action`. By default, the issuer's origin and
   * those that send window messages are allowed in the frame; an issuer that redirects to another of its hosts needs
   * `['https:']`.
   */
  readonly frameSources?: readonly string[]
  /**
   * Languages of the pages besides English, Bosnian, Romanian and Swedish, if the customer's browser prefers them:
   * `['de', 'pl']`, as the merchant's setting at the gateway.
   *
   * @defaultValue none
   */
  readonly languages?: readonly Language[]
  /** Called with failures at the gateway while a customer waits. Errors contain no card data and may be logged. */
  readonly onError?: (error: unknown) => void
  /** @defaultValue `Date.now` */
  readonly now?: () => number
  /** @defaultValue 32 random bytes in base64url */
  readonly newToken?: () => string
}

const THREE_DS_FLOW_OPTIONS: KnownOptions<ThreeDsFlowOptions> = {
  client: true,
  gatewayUrl: true,
  url: true,
  store: true,
  frameSources: true,
  languages: true,
  onError: true,
  now: true,
  newToken: true,
}

/** A card authorization with the address where the customer lands at the end. */
export type FlowAuthorizeRequest = AuthorizeRequest & { readonly return_url: string }

/** Settings that the parts of a 3-D Secure flow share. */
export interface FlowSettings {
  /** @defaultValue `frame` */
  readonly place?: ChallengePlace
  /**
   * `merchant`: the issuer posts to the flow's own address, which must be https.
   *
   * @defaultValue `gateway`
   */
  readonly receiver?: ChallengeReceiver
  /** EMV code; the issuer draws its page for it. @defaultValue as the gateway says */
  readonly windowSize?: ChallengeWindowSize
}

const FLOW_SETTINGS: KnownOptions<FlowSettings> = { place: true, receiver: true, windowSize: true }

/** A flow that was started: where the customer is sent, and what finds it again. */
export interface StartedFlow {
  /** Store it with the order: {@link ThreeDsFlow.conclude} takes it. It is enough to continue the payment. */
  readonly id: string
  /** Send the browser there, with a 303. */
  readonly url: string
}

/**
 * The outcome of a flow.
 *
 * - `open`: the customer must act at `url`
 * - an outcome: as the gateway reported it. `pending` is not final
 * - `abandoned`, `timedOut`: the customer left, or nothing returned in time. Not paid; while `transaction` is
 *   `PENDING` the gateway will end it within its own ten minutes
 * - `unknown`: it is not known yet whether it was paid. Do not start another payment before it is known
 * - `refused`: the gateway refused the request; {@link ThreeDsFlow.start} threw why
 * - `notFound`: no such flow, or one that is long over
 */
export type FlowConclusion =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: OutcomeKind; readonly transaction: Transaction }
  | { readonly kind: 'abandoned' | 'timedOut'; readonly transaction: Transaction | null }
  | { readonly kind: 'unknown'; readonly reference: string; readonly transactionId: string | null }
  | { readonly kind: 'refused' | 'notFound' }

/** Takes card payments through 3-D Secure with pages of your own server. */
export interface ThreeDsFlow {
  /**
   * Starts a payment. If the same order (terminal and reference) is started again, by a double click, the back button
   * or a second window, the existing flow is returned: there is only one payment.
   *
   * @param request - as for `client.transactions.authorize`; `return_url` is where the customer lands after every
   *   outcome. the flow sets `options.three_ds.notification_url`.
   * @returns Where to send the browser.
   * @throws When the gateway refuses the request; the order may be started again. {@link GatewayError}
   * @throws When a setting is unknown; nothing was sent. {@link ConfigurationError}
   * @see docs/protocol/three-ds.md#three-ds
   */
  start(request: FlowAuthorizeRequest, settings?: FlowSettings): Promise<StartedFlow>
  /**
   * Returns the outcome of a flow: call it when the customer is back at `return_url`, and for those who never
   * returned.
   *
   * It queries the gateway and trusts nothing from the browser.
   *
   * @throws When the gateway does not answer. {@link GatewayError}
   */
  conclude(id: string): Promise<FlowConclusion>
  /** Answers a browser at the flow's address. The handlers for servers call it. */
  handle(request: FlowRequest): Promise<FlowReply>
}

/** Thirty minutes after authorize everything ends at the gateway; the rest is for those who come back late. */
const RECORD_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Creates the 3-D Secure flow for a server-side integration of the direct API: it calls the gateway, stores the state
 * of each payment, and serves ready-made pages to the customer's browser.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 * @see docs/protocol/three-ds.md#three-ds
 * @decision 0041
 *
 * @example
 * ```ts
 * const flow = createThreeDsFlow({ client, gatewayUrl: 'https://gateway.example', url: 'https://shop.example/three-ds' })
 * app.use('/three-ds', expressThreeDs(flow))
 *
 * const { id, url } = await flow.start({ ...order, payment_method, browser_info, return_url: `${shop}/orders/1001` })
 * response.redirect(303, url)
 *
 * // At return_url:
 * const end = await flow.conclude(id) // { kind: 'approved', transaction }
 * ```
 */
export function createThreeDsFlow(options: ThreeDsFlowOptions): ThreeDsFlow {
  refuseUnknownOptions(options, THREE_DS_FLOW_OPTIONS)
  checkClient(options.client)
  const { client, now = Date.now, newToken = makeToken } = options
  const url = readAddress('url', options.url).href.replace(/([^/])\/+$/, '$1')
  const store = options.store ?? createMemoryFlowStore({ now })
  const ports: FlowPorts = { client, store, now }
  const addressOf = (id: string) => `${url}/${id}`
  const routePorts = {
    ...ports,
    addressOf,
    gatewayOrigin: readAddress('gatewayUrl', options.gatewayUrl).origin,
    frameSources: options.frameSources ?? [],
    newNonce: newToken,
    languages: readLanguages(options.languages ?? []),
    onError: options.onError ?? (() => undefined),
  }

  return {
    async start(request, settings = {}) {
      refuseUnknownOptions(settings, FLOW_SETTINGS, 'settings')
      checkReturnUrl(request)
      const record = newRecord(newToken(), request, settings, now())
      const holder = await store.insert(record)
      if (holder.id !== record.id) return { id: holder.id, url: addressOf(holder.id) }
      const envelope = await authorize(record, ownRequest(request, settings, addressOf(record.id)))
      if (envelope)
        await runPendingCalls(ports, await storeAnswer(ports, record, envelope)).catch(forNextVisit)
      return { id: record.id, url: addressOf(record.id) }
    },

    async conclude(id) {
      const found = await store.read(id)
      if (!found) return { kind: 'notFound' }
      const carried = await refreshRecord(ports, await runPendingCalls(ports, found))
      const record = await endOverdue(ports, carried, 'abandoned')
      return record.position.kind === 'ended'
        ? describeConclusion(record, record.position.end)
        : { kind: 'open', url: addressOf(id) }
    },

    handle: (request) => answerFlowRequest(routePorts, request),
  }

  /** @returns `null` when it is unknown whether the gateway has acted: the flow has ended as `unknown`. */
  async function authorize(record: FlowRecord, request: AuthorizeRequest): Promise<Envelope | null> {
    try {
      return await client.transactions.authorize(request)
    } catch (error) {
      // An answer that cannot be read says nothing about the payment either.
      const isRefused = isGatewayError(error) && !error.outcomeUnknown && error.code !== 'contract_violated'
      await keep(ports, record, { kind: 'ended', end: isRefused ? 'refused' : 'unknown' })
      if (isRefused || !isGatewayError(error)) throw error
      routePorts.onError(error)
      return null
    }
  }

  async function describeConclusion(record: FlowRecord, end: FlowEndKind): Promise<FlowConclusion> {
    const { reference, transactionId } = record
    if (end === 'refused') return { kind: end }
    if (transactionId === null) {
      return end === 'abandoned' || end === 'timedOut'
        ? { kind: end, transaction: null }
        : { kind: 'unknown', reference, transactionId }
    }
    const step = nextStep(await client.transactions.status(transactionId))
    if (step.kind === 'unknown' || step.kind === 'notFound')
      return { kind: 'unknown', reference, transactionId }
    const isLeft = end === 'abandoned' || end === 'timedOut'
    if (step.kind === 'pending' && isLeft) return { kind: end, transaction: step.transaction }
    return { kind: step.kind, transaction: step.transaction }
  }
}

/** A call that failed is owed still: the customer's next request makes it, and has a page to say so. */
function forNextVisit(error: unknown): void {
  if (!isGatewayError(error)) throw error
}

function newRecord(
  id: string,
  request: FlowAuthorizeRequest,
  settings: FlowSettings,
  nowMs: number,
): FlowRecord {
  const { place = 'frame', receiver = 'gateway', windowSize } = settings
  return {
    id,
    order: `${request.terminal_id} ${request.reference}`,
    version: 1,
    reference: request.reference,
    transactionId: null,
    returnUrl: request.return_url,
    place,
    receiver,
    windowSize: windowSize ?? null,
    position: { kind: 'authorizing' },
    sinceMs: nowMs,
    expiresAtMs: nowMs + RECORD_LIFETIME_MS,
  }
}

/** The gateway gets another address in its place, so this one is checked here alone; the browser is sent there. */
function checkReturnUrl(request: FlowAuthorizeRequest | undefined): void {
  const text: unknown = request?.return_url
  if (typeof text === 'string' && isWebAddress(text)) return
  const problem = { property: 'return_url', message: 'must be an http(s) address', params: ['return_url'] }
  throw new ValidationError({ foundBy: 'sdk', problems: [problem] })
}

/** The request to send: the customer returns to the flow first, and the issuer to the address in the settings. */
function ownRequest(
  request: FlowAuthorizeRequest,
  { receiver }: FlowSettings,
  self: string,
): AuthorizeRequest {
  const ours = { ...request, return_url: `${self}/return` }
  if (receiver !== 'merchant') return ours
  const three_ds = { ...request.options?.three_ds, notification_url: `${self}/notification` }
  return { ...ours, options: { ...request.options, three_ds } }
}

/** Without this check, only the first customer would find that it is missing. */
function checkClient(client: FlowGateway | undefined): void {
  if (typeof client?.transactions?.authorize === 'function') return
  throw new ConfigurationError('client', 'must be a client from createClient')
}

/** A language that is misspelt would never be spoken. */
function readLanguages(languages: readonly Language[]): readonly Language[] {
  const unknown = languages.find((language) => !SPOKEN_WHEN_ENABLED.some((known) => known === language))
  if (unknown === undefined) return languages
  const choices = SPOKEN_WHEN_ENABLED.join(', ')
  throw new ConfigurationError('languages', `must contain only ${choices} (got "${unknown}")`)
}

function readAddress(option: string, text: string): URL {
  if (URL.canParse(text) && /^https?:/i.test(text)) return new URL(text)
  throw new ConfigurationError(option, 'must be an http(s) address')
}
