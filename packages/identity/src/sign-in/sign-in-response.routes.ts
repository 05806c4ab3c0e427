import type { FastifyReply, FastifyRequest } from 'fastify'

import { sendPage } from '@sluice/shared/html'
import { type Locale, matchLocale } from '@sluice/types/vocabulary'

import type { SignInMove } from './advance-sign-in.ts'
import { START_PATH } from './login.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'
import { clearAttempt, writeAttempt } from './sign-in-cookie.routes.ts'
import { type PageFrame, type PageProblem, signInNotice } from './sign-in-pages.wire.ts'
import { type SignInPorts, signInPath } from './sign-in-ports.ts'
import { renderStage } from './stage-page.wire.ts'

/** Restricts the sign-in pages to the portal's origin. */
export const AT_PORTAL = { config: { origin: 'portal' } } as const

/** A request of a browser, and its response. */
export interface SignInExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Redirects with 303, so that the browser gets the next page, and a reload does not submit the form again. */
export function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.code(303).header('location', url).header('cache-control', 'no-store').send()
}

/** Redirects the browser to the page of an attempt. */
export function showAttempt(ports: SignInPorts, reply: FastifyReply, attempt: SignInAttempt): FastifyReply {
  const url = ports.portalUrl() + signInPath(ports.realm)
  return leave(reply.header('set-cookie', writeAttempt(ports, attempt)), url)
}

/** Redirects the browser to the next step of the sign-in. */
export function followMove(
  ports: SignInPorts,
  { request, reply }: SignInExchange,
  to: SignInMove,
): FastifyReply {
  switch (to.kind) {
    case 'stage':
      return showAttempt(ports, reply, to.attempt)
    case 'leave':
      return leave(reply.header('set-cookie', clearAttempt(ports)), to.url)
    case 'over':
      return sendEnded(ports, { request, reply })
  }
}

/** Returns the frame of a page that belongs to no attempt. */
export function noticeFrame(
  { environment }: Pick<SignInPorts, 'environment'>,
  request: FastifyRequest,
): Pick<PageFrame, 'locale' | 'environment'> {
  return { locale: localeOf(request), environment }
}

/** Responds to a form of a sign-in that has ended. */
export function sendEnded(ports: SignInPorts, { request, reply }: SignInExchange): FastifyReply {
  const notice = signInNotice(noticeFrame(ports, request), 'over', ports.portalUrl() + START_PATH)
  return sendPage(reply, { status: 400, ...notice })
}

/** Shows the page of the stage again, with the problem of the form. */
export async function sendProblem(
  ports: SignInPorts,
  form: SignInExchange & { readonly attempt: SignInAttempt; readonly fields?: URLSearchParams },
  status: number,
  problem: PageProblem,
): Promise<FastifyReply> {
  const { request, reply, attempt, fields = new URLSearchParams() } = form
  const page = await renderStage(ports, { attempt, locale: localeOf(request, attempt), problem, fields })
  return page === null ? sendEnded(ports, form) : sendPage(reply, { ...page, status })
}

export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}

export function localeOf({ headers }: FastifyRequest, attempt: SignInAttempt | null = null): Locale {
  const accepted = (headers['accept-language'] ?? '').split(',').map((entry) => entry.split(';', 1)[0] ?? '')
  return matchLocale([...(attempt?.request?.locales ?? []), ...accepted])
}
