import { type ErrorItem, providerCallback, type ProviderCallback, validateRequest } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { HttpServer } from '@sluice/platform/http/http-server'
import {
  type EndpointReply,
  type EndpointRequest,
  registerEndpoint,
  RequestRefusal,
  validationRefusal,
} from '@sluice/platform/http/endpoint-routes'
import { badRequestRefusal, unavailableRefusal } from '@sluice/platform/http/request-refusal'

import type { EventReading, ReadEvents } from '../execution/provider.ts'
import { applyEvents, type ApplyEventsPorts, EVENT_LEASE_MS } from '../inbox/apply-events.ts'
import {
  type Mismatch,
  type ProviderReport,
  readReportedCode,
  REPORTED_CODES,
} from '../reports/provider-report.ts'
import { receiveReport } from '../reports/receive-report.ts'

/** The wait before a callback is retried. By then the gateway usually has the provider's response to the call. */
const SENT_AGAIN_SECONDS = 2

export interface CallbackPorts extends ApplyEventsPorts {
  /**
   * Returns the secrets with which a provider may sign now: several during a rotation, none for an unknown provider.
   */
  readonly callbackSecretsOf: (providerId: string) => readonly string[]
  /** The clock for signatures, which stays real while tests move the other one. */
  readonly realTime: Clock
  /** Returns the reader for callbacks of a provider. */
  readonly readerOf: (providerId: string) => ReadEvents
  /** Called for each callback in the name of a provider that has no secrets, whether or not the configuration has it. */
  readonly onStrangerCallback: (providerId: string) => void
}

type Callback = Pick<EndpointRequest<'receiveAccountCallback'>, 'headers' | 'rawBody' | 'query'>

/** Serves the callback addresses of providers. @see docs/protocol/redirect-methods.md#provider-callback */
export function registerProviderCallback(server: HttpServer, ports: CallbackPorts): void {
  registerEndpoint(server, 'receiveProviderCallback', ({ params, ...callback }) =>
    receive(ports, callback, { providerId: params.provider_code, accountId: null }),
  )
  registerEndpoint(server, 'receiveAccountCallback', ({ params, ...callback }) =>
    receive(ports, callback, { providerId: params.provider_code, accountId: params.account_id }),
  )
}

async function receive(
  ports: CallbackPorts,
  { headers, rawBody, query }: Callback,
  path: { readonly providerId: string; readonly accountId: string | null },
): Promise<EndpointReply> {
  const { providerId } = path
  const secrets = ports.callbackSecretsOf(providerId)
  if (secrets.length === 0) ports.onStrangerCallback(providerId)
  const reading = ports.readerOf(providerId)(
    { headers, rawBody, query, path },
    { secrets, nowMs: ports.realTime.now() },
  )
  switch (reading.kind) {
    case 'refused':
      throw new RequestRefusal(401, { error: 'Unauthorized' })
    case 'unreadable':
      throw reading.status === 400 ? badRequestRefusal(reading.errors) : validationRefusal(reading.errors)
    case 'report':
      return applyReport(ports, providerId, reading)
    case 'events':
      return storeEvents(ports, providerId, reading)
  }
}

/** Acknowledges events once all of them are stored. An event that cannot be applied at once is applied later. */
async function storeEvents(
  ports: CallbackPorts,
  providerId: string,
  { events, acknowledgement }: Extract<EventReading, { kind: 'events' }>,
): Promise<EndpointReply> {
  const nowMs = ports.clock.now()
  const claim = { nowMs, untilMs: nowMs + EVENT_LEASE_MS }
  const stored = await ports.inbox.store(providerId, events, claim).catch((error: unknown) => {
    for (const { accountId, id } of events.slice(0, 1))
      ports.onEventFailure({ providerId, accountId, id }, error, false)
    throw unavailableRefusal(SENT_AGAIN_SECONDS)
  })
  // The events are durable, so the worker repeats whatever fails from here on.
  await applyEvents(ports, stored).catch((error: unknown) => {
    for (const event of stored) ports.onEventFailure(event, error, false)
  })
  const { status, contentType, text } = acknowledgement
  return { status, body: Buffer.from(text), headers: { 'content-type': contentType } }
}

async function applyReport(
  ports: CallbackPorts,
  providerId: string,
  { messageId, report }: Extract<EventReading, { kind: 'report' }>,
): Promise<EndpointReply> {
  const read = validateRequest(providerCallback, report)
  if (!read.ok) throw validationRefusal(read.errors)
  const body = read.value
  const code = readReportedCode(body.status)
  if (code === null) throw validationRefusal([unknownStatus(body.status)])
  const received = await receiveReport(ports, providerId, messageId, toReport(body), code)
  if (received.kind === 'too_early') throw unavailableRefusal(SENT_AGAIN_SECONDS)
  if (received.kind === 'unknown') throw new RequestRefusal(404, { error: 'Not Found' })
  if (received.kind === 'mismatched') throw validationRefusal(received.mismatches.map(describeMismatch))
  return { status: 200, body: { status: 'OK' } }
}

function toReport(body: ProviderCallback): ProviderReport {
  return {
    accountId: body.accountReference,
    providerTransactionId: body.psTransactionId,
    transactionId: body.transactionId,
    providerUserId: body.userId,
    currency: body.currency,
    amount: body.amount,
    status: body.status,
    type: body.type,
  }
}

function describeMismatch({ member }: Mismatch): ErrorItem {
  return { property: member, message: 'does not match the transaction', params: [member] }
}

function unknownStatus(given: string): ErrorItem {
  const words = Object.keys(REPORTED_CODES)
  return {
    property: 'status',
    message: `must be one of ${words.join(', ')}`,
    params: ['status', words.join(','), given],
  }
}
