import type { FastifyReply, FastifyRequest } from 'fastify'

import type { ActionToken } from '@sluice/types'
import { FINGERPRINT_RESULTS, type Language, type Locale, matchLocale } from '@sluice/types/vocabulary'
import { sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'

import {
  decodeFingerprintResult,
  encodeChallengeRequest,
  encodeMethodData,
  openSessionId,
} from '../../../three-ds/index.ts'
import type { Envelope } from '../../execution/envelope.ts'
import { type Execution, PERSON_STEPS } from '../../execution/execution-records.ts'
import { describeChallenge, hostedPageOf } from '../browser-steps.ts'
import { fingerprintPage, formPage, noticePage } from './browser-pages.wire.ts'
import { challengePageUrl } from './browser-urls.ts'
import { resumeWithFingerprint } from '../resume-authorization.ts'
import { currentEnvelope, findResumption, type Resumption } from '../resumption.ts'
import type { CardPorts } from '../card-context.ts'

/** The dependencies of full pages besides the flow. */
export interface PagePorts extends CardPorts {
  /** The address of the hosted page of a session; null if its merchant no longer has a client key. */
  readonly paymentPageOf: (merchantId: string, sessionId: string) => Promise<string | null>
  /** The languages of a merchant's pages besides those of every merchant. */
  readonly listLanguages: (merchantId: string) => Promise<readonly Language[]>
}

/** Serves the full page that leads a browser through the step that an authorization waits at. */
export function registerChallengePage(server: HttpServer, ports: PagePorts): void {
  server.get('/three-ds/:handle/challenge', async (request, reply) => {
    const resumption = await findShown(ports, request)
    if (resumption === null) return sendNotUnderstood(request, reply)
    return sendOn(ports, resumption, await currentEnvelope(ports, resumption), request, reply)
  })
  server.post('/three-ds/:handle/challenge', async (request, reply) => {
    const resumption = await findShown(ports, request)
    const indicator = decodeFingerprintResult(formField(request, 'fingerprint_result'))
    if (resumption === null || indicator === null) return sendNotUnderstood(request, reply)
    const envelope = await resumeWithFingerprint(ports, resumption, indicator)
    return sendOn(ports, resumption, envelope, request, reply)
  })
}

/** Takes a full page on: to the bank, to the next step, back to the form of a decline, back to the shop. */
export async function sendOn(
  ports: PagePorts,
  resumption: Resumption,
  envelope: Envelope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { merchantId, id, returnUrl } = resumption.transaction
  const open = envelope.kind === 'result' ? null : await ports.store.findOpen(merchantId, id)
  const shownIn = resumption.transaction.browserInfo?.language ?? null
  const locale = languageOf(request, await ports.listLanguages(merchantId), shownIn)

  if (open?.pendingAuthentication.step === 'CHALLENGE') return sendToBank(ports, open, locale, reply)
  if (open?.pendingAuthentication.step === 'FINGERPRINT' && envelope.kind === 'action') {
    const address = challengePageUrl(ports.baseUrl(), resumption.resumeToken)
    return sendFingerprint(address, envelope.token, { request, reply, locale })
  }
  const form = await findForm(ports, resumption, envelope)
  if (form !== null) return sendElsewhere(form, reply)
  if (returnUrl !== null) return sendElsewhere(returnUrl, reply)
  return sendPage(reply, noticePage('close_page', locale))
}

/**
 * Returns the address of the hosted page on which the shopper corrects a decline; null for a form on a merchant's page.
 * The address contains the session's id, which the resume token decrypts after the decline as well: a bank may post one
 * CRes twice.
 *
 * @decision 0006
 */
async function findForm(
  ports: PagePorts,
  { transaction: { merchantId, id }, resumeToken, stored: { sealedSession } }: Resumption,
  envelope: Envelope,
): Promise<string | null> {
  if (sealedSession === null) return null
  const isLeft = envelope.kind === 'correction' || (await waitsForShopper(ports, merchantId, id))
  return isLeft ? ports.paymentPageOf(merchantId, openSessionId(resumeToken, sealedSession)) : null
}

/** Returns whether the shopper has begun the attempt that corrects the declined one, and has to continue with it. */
async function waitsForShopper({ store }: PagePorts, merchantId: string, id: string): Promise<boolean> {
  const step = (await store.findOpen(merchantId, id))?.pendingAuthentication.step
  return PERSON_STEPS.some((each) => each === step)
}

/** Takes a page to the bank that asks for a challenge, or to the 3DS server's or provider's own page. */
export function sendToBank(
  { confirmationSeals }: Pick<PagePorts, 'confirmationSeals'>,
  { transaction, attempt }: Execution,
  locale: Locale,
  reply: FastifyReply,
): FastifyReply {
  const sealedPage = attempt.confirmation?.sealedPage ?? null
  if (sealedPage !== null) {
    const { url, fields } = confirmationSeals.openPage(attempt, sealedPage)
    // The policy allows an acquirer, but not a bank, to redirect this form to another of its domains.
    return fields === null
      ? sendElsewhere(url, reply)
      : sendPage(reply, formPage(url, fields, locale, 'continuing'))
  }
  const page = hostedPageOf(attempt)
  if (page !== null) return sendElsewhere(page, reply)
  const { acsUrl, ...challenge } = describeChallenge(transaction, attempt)
  const fields = { creq: encodeChallengeRequest(challenge) }
  return sendPage(reply, formPage(acsUrl, fields, locale))
}

/**
 * Sends the browser to an address as the URL parser writes it: a merchant's address may have letters that no header has.
 * The address that is left behind holds a capability: it is sent to no page as a referrer.
 */
export function sendElsewhere(address: string, reply: FastifyReply): FastifyReply {
  return reply
    .code(303)
    .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .header('location', new URL(address).href)
    .send()
}

/** Returns the posted form's field; the empty string when it is missing. */
export function formField(request: FastifyRequest, name: string): string {
  const { body } = request
  if (body instanceof URLSearchParams) return body.get(name) ?? ''
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Returns the language of a page: that of the page before it, otherwise the first of the browser's languages that is supported.
 *
 * @param languages - what its merchant's pages speak besides the languages of every merchant.
 * @param shown - the language of the page that led here; null if unknown.
 */
export function languageOf(
  request: FastifyRequest,
  languages: readonly Language[] = [],
  shown: string | null = null,
): Locale {
  const accepted = request.headers['accept-language'] ?? ''
  const preferred = accepted.split(',').map((entry) => (entry.split(';')[0] ?? '').trim())
  return matchLocale(shown === null ? preferred : [shown, ...preferred], languages)
}

function sendFingerprint(
  address: string,
  token: string,
  {
    request,
    reply,
    locale,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly locale: Locale },
): FastifyReply {
  const action = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as ActionToken
  const { three_ds_server_trans_id: threeDsServerTransId } = action
  // The browser may come from any page, but the form below must come back to the address of this page.
  if (request.method !== 'GET' || !request.url.endsWith('/challenge')) {
    return sendElsewhere(address, reply)
  }
  return sendPage(
    reply,
    fingerprintPage(
      {
        methodUrl: action.three_ds_method_url ?? '',
        methodData: encodeMethodData({
          threeDsServerTransId,
          notificationUrl: action.three_ds_method_notification_url ?? '',
        }),
        threeDsServerTransId,
        completed: FINGERPRINT_RESULTS.Y,
        timedOut: FINGERPRINT_RESULTS.N,
      },
      locale,
    ),
  )
}

function sendNotUnderstood(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, { status: 400, ...noticePage('not_understood', languageOf(request)) })
}

/** Finds whose page it is. `payment_data` belongs to the merchant's server and is no address. */
async function findShown(ports: CardPorts, request: FastifyRequest): Promise<Resumption | null> {
  const { handle } = request.params as { readonly handle: string }
  const resumption = await findResumption(ports, handle)
  return resumption?.stored.kind === 'PAYMENT_DATA' ? null : resumption
}
