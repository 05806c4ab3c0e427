import { type Language, TRANS_STATUSES, type TransStatus } from '@sluice/types/vocabulary'
import { isGatewayError } from '../../errors/is-gateway-error.ts'
import { type NextStep, nextStep } from '../../next-step.ts'
import { decodeActionToken } from '../action-token.ts'
import { readHeader } from '../browser-info.ts'
import { decodeChallengeResponse } from '../challenge.ts'
import {
  runPendingCalls,
  endOverdue,
  type FlowPorts,
  keep,
  refreshRecord,
  concludeFlow,
} from './run-pending-calls.ts'
import { type FlowReply, type FlowRequest, htmlReply, jsonReply, seeOther } from './flow-exchange.ts'
import {
  challengeFramePage,
  challengePage,
  fingerprintPage,
  formSubmitPage,
  continuePage,
  leadOnPage,
  notReachedPage,
  notValidPage,
  type PageContext,
  waitingPage,
} from './flow-pages.ts'
import type { FlowPosition, FlowRecord } from './flow-record.ts'
import { localeOf } from './locale-of.ts'
import { type PageParts, renderPage } from './page.ts'

/** The dependencies of a flow's routes, in addition to those of the flow itself. */
export interface FlowRoutePorts extends FlowPorts {
  readonly addressOf: (id: string) => string
  readonly gatewayOrigin: string
  readonly frameSources: readonly string[]
  readonly newNonce: () => string
  readonly languages: readonly Language[]
  /** Called with failures at the gateway while a customer waits. */
  readonly onError: (error: unknown) => void
}

interface Visit {
  readonly ports: FlowRoutePorts
  readonly record: FlowRecord
  readonly request: FlowRequest
  readonly context: PageContext
}

type Route = (visit: Visit) => Promise<FlowReply> | FlowReply

/** A flow's addresses: `/{id}` shows its state; the others advance it and redirect there. */
const ROUTES: Readonly<Record<string, Route>> = {
  'GET ': showStep,
  'GET progress': reportProgress,
  'GET return': acceptReturn,
  'POST return': acceptReturn,
  'POST fingerprint': takeFingerprint,
  'POST challenge': takeMessage,
  'POST notification': takeNotification,
  'POST leave': leave,
}

/** 32 bytes in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/
const WORD = /^[a-z]+$/

/** Responds to a request from the customer's browser, with a page if the gateway fails. @throws Internal errors. */
export async function answerFlowRequest(ports: FlowRoutePorts, request: FlowRequest): Promise<FlowReply> {
  const locale = localeOf(request.headers, ports.languages)
  const { id, word } = readAddress(request.url)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = ROUTES[`${method} ${word}`]
  const record = id === '' ? undefined : await ports.store.read(id)
  if (!record || !route) return show(ports, notValidPage(locale), record ? 405 : 404)

  const { gatewayOrigin, frameSources } = ports
  const context = { locale, self: ports.addressOf(id), gatewayOrigin, frameSources }
  try {
    return await route({ ports, record, request, context })
  } catch (error) {
    if (!isGatewayError(error)) throw error
    ports.onError(error)
    return show(ports, notReachedPage(context), 502)
  }
}

/** Reads the end of a path: an id, then at most one word. Both are empty if there is no id. */
function readAddress(url: string): { readonly id: string; readonly word: string } {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const [last = '', beforeLast = ''] = path.replace(/\/$/, '').split('/').reverse()
  if (ID.test(last)) return { id: last, word: '' }
  return ID.test(beforeLast) && WORD.test(last) ? { id: beforeLast, word: last } : { id: '', word: '' }
}

function show(ports: FlowRoutePorts, parts: PageParts, status = 200): FlowReply {
  return htmlReply(status, renderPage(parts, ports.newNonce()))
}

async function showStep({ ports, record: found, context }: Visit): Promise<FlowReply> {
  const carried = await refreshRecord(ports, await runPendingCalls(ports, found))
  const record = await endOverdue(ports, carried, 'timedOut')
  const { position } = record
  switch (position.kind) {
    case 'ended':
      return leadOn(ports, record.returnUrl, context)
    case 'redirect':
      return leadOn(ports, position.redirect.url, context)
    case 'formSubmit':
      return show(ports, formSubmitPage(position.formSubmit, context))
    case 'fingerprint':
    case 'challenge':
      return show(ports, browserPage(record, stepAt(position), context))
    default:
      return show(ports, waitingPage(context))
  }
}

function browserPage(record: FlowRecord, step: NextStep, context: PageContext): PageParts {
  if (step.kind === 'fingerprint') return fingerprintPage(step, context)
  if (step.kind !== 'challenge') return waitingPage(context)
  return record.place === 'frame'
    ? challengeFramePage(step, record, context)
    : challengePage(step, record, context)
}

function stepAt({ action }: Extract<FlowPosition, { kind: 'fingerprint' | 'challenge' }>): NextStep {
  return nextStep({ result: null, action, redirect: null, form_submit: null })
}

/** Leaves the flow. See {@link leadOnPage} why not by redirects alone. */
function leadOn(ports: FlowRoutePorts, address: string, context: PageContext): FlowReply {
  const isSameSite = new URL(address).origin === new URL(context.self).origin
  return isSameSite ? seeOther(address) : show(ports, leadOnPage(address, context))
}

/** Returns whether the challenge's page has something new to show, in case the window message is lost. */
async function reportProgress({ ports, record: found, request }: Visit): Promise<FlowReply> {
  const asked = Number(/[?&]version=(\d+)/.exec(request.url)?.[1])
  const hasMoved = found.version !== asked
  const record = hasMoved ? found : await endOverdue(ports, await refreshRecord(ports, found), 'timedOut')
  return jsonReply({ moved: record.version !== asked })
}

async function takeFingerprint({ ports, record, request, context }: Visit): Promise<FlowReply> {
  const { position } = record
  if (position.kind === 'fingerprint') {
    const completion = request.form.get('completion') === 'Y' ? 'Y' : 'N'
    await runPendingCalls(
      ports,
      await keep(ports, record, { ...position, kind: 'fingerprintTaken', completion }),
    )
  }
  return seeOther(context.self)
}

async function takeMessage({ ports, record, request, context }: Visit): Promise<FlowReply> {
  const { position } = record
  // The issuer itself posted to the merchant's address; a page's own report is ignored.
  if (position.kind === 'challenge' && record.receiver === 'gateway') {
    const transStatus = readTransStatus(request.form.get('trans_status'))
    await answerChallenge(ports, record, position, position.action.session_id, transStatus)
  }
  return seeOther(context.self)
}

async function takeNotification({ ports, record, request, context }: Visit): Promise<FlowReply> {
  if (record.receiver !== 'merchant') return show(ports, notValidPage(context.locale), 400)
  const response = decodeChallengeResponse(request.form.get('cres'))
  const { position } = record
  let id = response.threeDSServerTransID
  if (position.kind === 'challenge') {
    const expected = decodeActionToken(position.action.token)
    id = expected.three_ds_server_trans_id
    // Only a message of another payment is refused: an unreadable one still means that the challenge has ended.
    const isMeant =
      isSameId(response.threeDSServerTransID, expected.three_ds_server_trans_id) &&
      isSameId(response.acsTransID, expected.acs_trans_id)
    if (!isMeant) return show(ports, notValidPage(context.locale), 400)
    await answerChallenge(ports, record, position, id, response.transStatus)
  }
  if (readHeader(request.headers, 'sec-fetch-dest') === 'document') return seeOther(context.self)
  return show(ports, continuePage({ id: id ?? '', transStatus: response.transStatus }, context))
}

/** Returns whether an id of a message, in lower case, may be the expected one. */
function isSameId(id: string | null, expected: string | null): boolean {
  return id === null || id === expected?.toLowerCase()
}

async function answerChallenge(
  ports: FlowPorts,
  record: FlowRecord,
  { action }: Extract<FlowPosition, { kind: 'challenge' }>,
  sessionId: string,
  transStatus: TransStatus,
): Promise<void> {
  const answered = { kind: 'challengeAnswered', action, sessionId, transStatus } as const
  await runPendingCalls(ports, await keep(ports, record, answered))
}

/** The positions in which the customer is on another page, including the bank's own. */
const ELSEWHERE: readonly FlowPosition['kind'][] = ['redirect', 'formSubmit', 'ended']
const FULL_PAGE: readonly FlowPosition['kind'][] = ['fingerprint', 'challenge']

/**
 * The gateway or a provider's page has completed a full-page step: only the status has the outcome. Requests from a
 * frame, or while a call to the gateway is due, do not change the flow.
 */
async function acceptReturn({ ports, record, context }: Visit): Promise<FlowReply> {
  const { kind } = record.position
  const waitsElsewhere = [...ELSEWHERE, ...(record.place === 'page' ? FULL_PAGE : [])].includes(kind)
  if (!waitsElsewhere) return seeOther(context.self)
  await concludeFlow(ports, record, 'pending')
  return leadOn(ports, record.returnUrl, context)
}

/**
 * The customer cancels. From now on the flow does not report the challenge's result to the gateway, so the payment
 * cannot be approved; the gateway ends it after its time limit. A completed challenge can no longer be abandoned,
 * because another request may already be querying its result.
 */
async function leave({ ports, record: found, context }: Visit): Promise<FlowReply> {
  const record = await refreshRecord(ports, found)
  const { kind } = record.position
  const isLeft = kind === 'fingerprint' || kind === 'challenge'
  const left = isLeft ? await keep(ports, record, { kind: 'ended', end: 'abandoned' }) : record
  return left.position.kind === 'ended' ? leadOn(ports, left.returnUrl, context) : seeOther(context.self)
}

function readTransStatus(text: string | null): TransStatus {
  return TRANS_STATUSES.find((status) => status === text) ?? 'U'
}
