import type { FastifyReply } from 'fastify'

import { sendPage } from '@sluice/shared/html'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { loadCommonPasswords } from '../users/common-passwords.ts'
import { isName } from '../users/manage-users.ts'
import { findPasswordProblem } from '../users/password-rules.ts'
import { beginSignInAttempt } from './advance-sign-in.ts'
import { START_PATH } from './login.ts'
import { clearFailedAttempts } from './prove-identity.ts'
import type { StageNamed } from './sign-in-attempt.ts'
import { priorityTurn, type SentForm, serveForm } from './sign-in-form.routes.ts'
import { signInNotice } from './sign-in-pages.wire.ts'
import { type SignInPorts, signInPath } from './sign-in-ports.ts'
import {
  AT_PORTAL,
  leave,
  noticeFrame,
  sendEnded,
  sendProblem,
  showAttempt,
} from './sign-in-response.routes.ts'

/** Serves one-time links, with which users accept an invitation or set a new password. */
export function registerOneTimeLinks(server: HttpServer, ports: SignInPorts): void {
  server.get(`${signInPath(ports.realm)}/link/:token`, AT_PORTAL, async (request, reply) => {
    const { token } = request.params as { readonly token: string }
    const user = await ports.users.findByLink(hashSecret(token), ports.realTime.now())
    if (user === null)
      return sendPage(reply, {
        status: 404,
        ...signInNotice(noticeFrame(ports, request), 'link', ports.portalUrl() + START_PATH),
      })
    // Opening the link does not use it up, because mail scanners open links, too. The form does.
    return showAttempt(ports, reply, beginSignInAttempt(ports, null, { name: 'link', token }))
  })

  serveForm(server, ports, { form: 'link', stage: 'link' }, (sent) => redeemLink(ports, sent))
}

async function redeemLink(ports: SignInPorts, sent: SentForm<StageNamed<'link'>>): Promise<FastifyReply> {
  const { users, realTime } = ports
  const { fields, stage, reply } = sent
  const user = await users.findByLink(hashSecret(stage.token), realTime.now())
  if (user === null) return sendEnded(ports, sent)
  const name = (fields.get('name') ?? '').trim()
  const password = fields.get('password') ?? ''
  if (!isName(name)) return sendProblem(ports, sent, 422, 'nameMissing')
  const problem = findPasswordProblem(password, user, await loadCommonPasswords())
  if (problem !== null) return sendProblem(ports, sent, 422, { password: problem })
  const link = {
    tokenHash: hashSecret(stage.token),
    name,
    passwordHash: await ports.passwords.hash(password, priorityTurn(sent)),
  }
  const activated = await users.activate(link, realTime.now())
  if (activated === null) return sendEnded(ports, sent)
  // Failed attempts with the old password do not block the new one.
  await clearFailedAttempts(ports.failures, activated)
  // The sign-in starts at the portal, because the browser does not have its `state` yet.
  return leave(reply, ports.portalUrl() + START_PATH)
}
