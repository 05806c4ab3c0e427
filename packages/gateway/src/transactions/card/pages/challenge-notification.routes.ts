import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Integration, readBrowserMessage, readChallengeNotice } from '@sluice/types/vocabulary'
import { sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { clientAddress } from '@sluice/platform/http/network-address'

import { messagePage, noticePage, topOrFramePage } from './browser-pages.wire.ts'
import {
  challengeReturnPath,
  NOTIFICATION_ORIGIN,
  notificationPath,
  providerReturnPath,
} from './browser-urls.ts'
import {
  formField as field,
  languageOf,
  type PagePorts,
  registerChallengePage,
  sendOn,
} from './challenge-page.routes.ts'
import { messageOrigin, type OriginRecords } from '../../admission/require-origins.wire.ts'
import type { Execution } from '../../execution/execution-records.ts'
import { recordChallengeEnd, readTransStatus, resumeAfterChallenge } from '../resume-authorization.ts'
import { continueConfirmed } from '../continue-confirmed.ts'
import { currentEnvelope, findResumption, type Resumption } from '../resumption.ts'
import type { CardPorts } from '../card-context.ts'

/** The dependencies of the notification pages besides the flow. */
export interface NotificationPorts extends PagePorts, OriginRecords {
  /** Returns whether the browser at this address may trigger another query of the 3DS server; each call counts. */
  readonly mayAsk: (address: string) => Promise<boolean>
}

/** The destination of the browser's request: a frame, a full page, or unknown. */
type Destination = 'iframe' | 'document' | 'unknown'

/** Form of the id in a 3DS Method URL; no record is looked up for it. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A program that previews links must not take the shopper's step. */
const WITHOUT_HEAD = { exposeHeadRoute: false }

/**
 * Serves the addresses that the ACS sends the shopper's browser to. The browser sees the address, so a CRes proves
 * nothing: it makes the gateway ask the 3DS server, and the 3DS server's answer decides.
 *
 * @see docs/protocol/three-ds.md#challenge-notification
 */
export function registerThreeDsNotifications(server: HttpServer, ports: NotificationPorts): void {
  for (const integration of ['DIRECT_API', 'EMBEDDED_FIELDS', 'HOSTED_PAYMENT_PAGE'] as const) {
    const served = { ...WITHOUT_HEAD, config: { origin: NOTIFICATION_ORIGIN[integration] } }
    server.post(notificationPath(integration, ':handle'), served, (request, reply) =>
      receiveChallengeNotice(ports, integration, request, reply),
    )
    // Ignores what a 3DS server's page adds to the address or posts, because the gateway queries the server.
    server.route({
      ...served,
      method: ['GET', 'POST'],
      url: challengeReturnPath(integration, ':handle'),
      handler: (request, reply) => receiveChallengeReturn(ports, integration, request, reply),
    })
  }
  // Passes what a provider's page adds to the address or posts to the provider only.
  server.route({
    ...WITHOUT_HEAD,
    method: ['GET', 'POST'],
    url: providerReturnPath(':handle'),
    handler: (request, reply) => receiveProviderReturn(ports, request, reply),
  })
  server.post('/three-ds/:id/method-notification-url', (request, reply) => {
    const { id } = request.params as { id: string }
    if (!speaksOf(field(request, 'threeDSMethodData'), id)) return sendNotUnderstood(request, reply)
    // The message only says that the ACS has called back, so any page may receive it; the fingerprint frame checks
    // which payment it belongs to.
    return sendPage(
      reply,
      messagePage(
        { type: 'FINGERPRINT_RESPONSE', three_ds_comp_ind: 'Y', three_ds_server_trans_id: id },
        '*',
      ),
    )
  })
  // A provider that authenticates shoppers itself assigns its id after it received this address, which names the
  // attempt.
  server.post('/three-ds/:id/provider-method-notification-url', (request, reply) => {
    const named = readBrowserMessage(field(request, 'threeDSMethodData'))?.['threeDSServerTransID']
    if (typeof named !== 'string' || !UUID.test(named)) return sendNotUnderstood(request, reply)
    const id = named.toLowerCase()
    return sendPage(
      reply,
      messagePage(
        { type: 'FINGERPRINT_RESPONSE', three_ds_comp_ind: 'Y', three_ds_server_trans_id: id },
        '*',
      ),
    )
  })
  registerChallengePage(server, ports)
}

async function receiveChallengeNotice(
  ports: NotificationPorts,
  integration: Integration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cres = field(request, 'cres')
  const { threeDsServerTransId: named, transStatus } = readChallengeNotice(cres)
  const returning = await findReturning(ports, integration, request)
  // Rejects only a message of another payment. An unreadable one still indicates that the challenge has ended.
  const isOthers = named !== null && named.toLowerCase() !== returning?.threeDsServerTransId.toLowerCase()
  if (returning === null || isOthers) return sendNotUnderstood(request, reply)
  return receiveShopper(ports, { ...returning, cres, transStatus }, request, reply)
}

/** Handles the browser that returns from the page of a hosted challenge. */
async function receiveChallengeReturn(
  ports: NotificationPorts,
  integration: Integration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const returning = await findReturning(ports, integration, request)
  if (returning === null) return sendNotUnderstood(request, reply)
  return receiveShopper(ports, { ...returning, cres: '', transStatus: null }, request, reply)
}

/**
 * Forwards what the ACS posted to a provider that authenticates shoppers itself, unless the browser has already
 * returned.
 */
async function continueWithCres(
  ports: NotificationPorts,
  resumption: Resumption,
  { cres, transStatus }: { readonly cres: string; readonly transStatus: string | null },
  options: { readonly endsAtDecline: boolean },
): Promise<void> {
  const open = await findConfirming(ports, resumption)
  if (open === null || isOfEarlierRound(open, cres)) return
  await continueConfirmed(ports, resumption, open, { kind: 'challenge', cres, transStatus }, options)
}

/** Returns whether a CRes is that of the round before: an ACS or a browser may post one twice. */
function isOfEarlierRound({ attempt }: Execution, cres: string): boolean {
  const { round = 0, acsTransId = null } = attempt.authentication ?? {}
  const named = readBrowserMessage(cres)?.['acsTransID']
  const isOthers = typeof named === 'string' && named.toLowerCase() !== acsTransId?.toLowerCase()
  return round > 1 && isOthers
}

/** The payment of a handle while its provider holds it, and waits for the shopper's challenge. */
async function findConfirming(ports: NotificationPorts, { transaction, stored }: Resumption) {
  const open = await ports.store.findOpen(transaction.merchantId, transaction.id)
  const isMeant = open?.attempt.id === stored.attemptId && open.pendingAuthentication.step === 'CHALLENGE'
  return isMeant && open.attempt.status === 'CONFIRMING' ? open : null
}

/** Query and body together; no provider's page brings as much. */
const BROUGHT_MAX_BYTES = 16_384

/** Handles the browser that returns from a page of a provider which authenticates shoppers itself. */
async function receiveProviderReturn(
  ports: NotificationPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { handle } = request.params as { readonly handle: string }
  const resumption = await findResumption(ports, handle)
  const { url, body } = request
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const posted = body instanceof URLSearchParams ? body.toString() : ''
  const isTooLong = Buffer.byteLength(query) + Buffer.byteLength(posted) > BROUGHT_MAX_BYTES
  if (resumption?.stored.kind !== 'RETURN' || isTooLong) return sendNotUnderstood(request, reply)
  const open = await findConfirming(ports, resumption)
  // A full page that came from a merchant's form has left that form, so nothing can be corrected in it.
  const endsAtDecline = resumption.transaction.integration !== 'HOSTED_PAYMENT_PAGE'
  const envelope = open
    ? await continueConfirmed(
        ports,
        resumption,
        open,
        { kind: 'return', query, body: posted },
        { endsAtDecline },
      )
    : await currentEnvelope(ports, resumption)
  return sendOn(ports, resumption, envelope, request, reply)
}

/** A browser that returned from a challenge, under the handle of its payment. */
interface Returning {
  readonly resumption: Resumption
  readonly threeDsServerTransId: string
}

async function findReturning(
  ports: NotificationPorts,
  integration: Integration,
  request: FastifyRequest,
): Promise<Returning | null> {
  const { handle } = request.params as { handle: string }
  const resumption = await findResumption(ports, handle)
  const isMeant =
    resumption?.stored.kind === 'NOTIFICATION' && resumption.transaction.integration === integration
  if (!isMeant) return null
  const threeDsServerTransId = await findServerTransId(ports, resumption)
  return threeDsServerTransId === null ? null : { resumption, threeDsServerTransId }
}

/** @param back - `cres` and `transStatus` as the browser brought them; empty and null if it brought none. */
async function receiveShopper(
  ports: NotificationPorts,
  back: Returning & { readonly cres: string; readonly transStatus: string | null },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { resumption, threeDsServerTransId } = back
  const { transaction } = resumption
  const { integration } = transaction
  const endsAtDecline = destinationOf(request) === 'document' && integration !== 'HOSTED_PAYMENT_PAGE'
  // A full page that came from a merchant's form has left that form: nothing can be corrected in it.
  await continueWithCres(ports, resumption, back, { endsAtDecline })
  const open = await ports.store.findOpen(transaction.merchantId, transaction.id)
  const running = open?.attempt.id === resumption.stored.attemptId ? open : null
  const mayAsk = back.transStatus === null && (await ports.mayAsk(clientAddress(request)))
  const asked = mayAsk && running ? await readTransStatus(ports, running) : null
  const transStatus = back.transStatus ?? asked
  if (running !== null) await recordChallengeEnd(ports, running, transStatus)

  const message = {
    type: 'CHALLENGE_RESPONSE',
    trans_status: transStatus ?? 'U',
    three_ds_server_trans_id: threeDsServerTransId,
  }
  const destination = destinationOf(request)
  if (destination === 'document' || (await isOursToFinish(ports, resumption))) {
    const envelope = await resumeAfterChallenge(ports, resumption, { endsAtDecline })
    const hasEnded = envelope.kind === 'result' || envelope.kind === 'correction'
    if (destination === 'document' || !hasEnded) {
      return sendOn(ports, resumption, envelope, request, reply)
    }
  }
  // Only frames of the direct API belong to the merchant. All others are inside a frame of the gateway.
  const { merchantId, terminalId, returnUrl } = transaction
  const origin =
    integration === 'DIRECT_API'
      ? messageOrigin(await ports.listOrigins(merchantId, terminalId), returnUrl)
      : originOf(ports.methodsUrl())
  if (destination === 'iframe') return sendPage(reply, messagePage(message, origin))
  const locale = languageOf(request, await ports.listLanguages(transaction.merchantId))
  return sendPage(reply, topOrFramePage(message, origin, back.cres, locale))
}

/**
 * A client that was given an action holds what completing it takes. No client was when the challenge was delivered as a
 * redirect or a form, and on our own payment page that client is the gateway.
 */
async function isOursToFinish(ports: NotificationPorts, resumption: Resumption): Promise<boolean> {
  if (resumption.transaction.integration === 'HOSTED_PAYMENT_PAGE') return true
  const { kind } = await currentEnvelope(ports, resumption)
  return kind === 'redirect' || kind === 'form_submit'
}

/** Returns whether `threeDSMethodData` belongs to this id. Another id does not; an unreadable message is accepted. */
function speaksOf(threeDSMethodData: string, threeDsServerTransId: string): boolean {
  const named = readBrowserMessage(threeDSMethodData)?.['threeDSServerTransID']
  return typeof named === 'string'
    ? named.toLowerCase() === threeDsServerTransId.toLowerCase()
    : UUID.test(threeDsServerTransId)
}

function findServerTransId(ports: CardPorts, { transaction, stored }: Resumption): Promise<string | null> {
  return ports.store.findServerTransId(transaction.merchantId, transaction.id, stored.attemptId)
}

function destinationOf(request: FastifyRequest): Destination {
  if (field(request, 'finalise') === '1') return 'document'
  const destination = request.headers['sec-fetch-dest']
  return destination === 'document' || destination === 'iframe' ? destination : 'unknown'
}

function sendNotUnderstood(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, { status: 400, ...noticePage('not_understood', languageOf(request)) })
}

function originOf(url: string): string {
  return new URL(url).origin
}
