import type { FastifyReply, FastifyRequest } from 'fastify'

import { onBehalfOf } from '@sluice/platform/audit/audit-origin'
import { hashSecret, isHashOf } from '@sluice/platform/crypto/secret-hash'
import { auditOriginOf } from '@sluice/platform/http/audit-request'
import { disconnectSignal } from '@sluice/platform/http/disconnect-signal'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { unavailableRefusal } from '@sluice/platform/http/request-refusal'
import { QueueFullError, type Turn } from '@sluice/platform/kernel/work-queue'

import type { SignInAttempt, AttemptStage, StageNamed } from './sign-in-attempt.ts'
import { readAttempt } from './sign-in-cookie.routes.ts'
import { type SignInPorts, signInPath } from './sign-in-ports.ts'
import { AT_PORTAL, type SignInExchange, sendEnded, sendProblem } from './sign-in-response.routes.ts'

/** A submitted form, with the sign-in that it belongs to. */
export interface SentForm<Stage = AttemptStage> extends SignInExchange {
  readonly fields: URLSearchParams
  readonly attempt: SignInAttempt
  readonly stage: Stage
  /** Aborts when the browser disconnects. */
  readonly signal: AbortSignal
}

/** The largest of these forms contains a new passkey: a browser response of about two thousand characters. */
const FORM_MAX_BYTES = 16_384

/** The time it takes to hash the passwords of a full queue. */
const BUSY_RETRY_SECONDS = 3

/** Serves the form of a stage. Shows an error page if the form is submitted in another stage, or from another page. */
export function serveForm<Name extends AttemptStage['name']>(
  server: HttpServer,
  ports: SignInPorts,
  { form, stage: name }: { readonly form: string; readonly stage: Name },
  handle: (sent: SentForm<StageNamed<Name>>) => Promise<FastifyReply>,
): void {
  const url = `${signInPath(ports.realm)}/${form}`
  server.post(url, { ...AT_PORTAL, bodyLimit: FORM_MAX_BYTES }, async (request, reply) => {
    const attempt = await readAttempt(ports, request)
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (attempt === null || attempt.stage.name !== name || !isOwnForm(request, fields, attempt))
      return sendEnded(ports, { request, reply })
    const stage = attempt.stage as StageNamed<Name>
    const signal = disconnectSignal(reply)
    const sent = { request, reply, fields, attempt, stage, signal }
    return onBehalfOf(auditOriginOf(request), async () => {
      try {
        return await handle(sent)
      } catch (error) {
        // The browser has disconnected, so the response would be lost.
        if (signal.aborted && error === signal.reason) throw unavailableRefusal(BUSY_RETRY_SECONDS)
        if (!(error instanceof QueueFullError)) throw error
        void reply.header('retry-after', String(BUSY_RETRY_SECONDS))
        return sendProblem(ports, sent, 503, 'busy')
      }
    })
  })
}

/** Setting a password requires an invitation or a session, so it is hashed before sign-in attempts of strangers. */
export function priorityTurn({ signal }: Pick<SentForm, 'signal'>): Turn {
  return { hasPriority: true, signal }
}

/** Returns whether a form was submitted by our own page: checks its token and the headers that name its origin. */
function isOwnForm(
  { headers }: FastifyRequest,
  fields: URLSearchParams,
  { formToken }: SignInAttempt,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const [given = '', ...others] = fields.getAll('form_token')
  return others.length === 0 && isHashOf(given, hashSecret(formToken))
}
