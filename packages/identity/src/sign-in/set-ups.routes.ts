import type { FastifyReply } from 'fastify'

import { clientAddress } from '@sluice/platform/http/network-address'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { loadCommonPasswords } from '../users/common-passwords.ts'
import { findPasswordProblem } from '../users/password-rules.ts'
import type { User } from '../users/user.ts'
import { advance, showRecoveryCodes } from './advance-sign-in.ts'
import { findTotpStep, totpSecretBytes } from './authenticator-app.ts'
import { isStrong } from './next-stage.ts'
import { METHODS, recordChange } from './record-sign-in.ts'
import type { StageNamed } from './sign-in-attempt.ts'
import { priorityTurn, type SentForm, serveForm } from './sign-in-form.routes.ts'
import type { SignInPorts } from './sign-in-ports.ts'
import { followMove, sendEnded, sendProblem } from './sign-in-response.routes.ts'
import { addPasskey, relyingPartyOf } from './use-passkeys.ts'

/** Serves the forms with which authenticated users set up how they sign in. */
export function registerSetUps(server: HttpServer, ports: SignInPorts): void {
  serveForm(server, ports, { form: 'authenticator', stage: 'set_up_authenticator' }, (sent) =>
    setUpAuthenticator(ports, sent),
  )
  serveForm(server, ports, { form: 'new-passkey', stage: 'set_up_passkey' }, (sent) =>
    setUpPasskey(ports, sent),
  )
  serveForm(server, ports, { form: 'new-password', stage: 'change_password' }, (sent) =>
    changePassword(ports, sent),
  )
  serveForm(server, ports, { form: 'continue', stage: 'recovery_codes' }, async (sent) =>
    finishAction(ports, sent, await ports.users.find(sent.stage.userId)),
  )
}

async function setUpAuthenticator(
  ports: SignInPorts,
  sent: SentForm<StageNamed<'set_up_authenticator'>>,
): Promise<FastifyReply> {
  const { users, realTime } = ports
  const { stage, attempt, fields } = sent
  const secret = totpSecretBytes(stage.totpSecret)
  const timeStep = findTotpStep(secret, (fields.get('code') ?? '').replaceAll(/\s/g, ''), realTime.now())
  if (timeStep === null || attempt.request === null) return sendProblem(ports, sent, 422, 'wrongCode')
  const { userId, authenticatedAtMs, methods } = stage
  const app = { secret, step: timeStep, endSignInsAtMs: authenticatedAtMs, isFirst: !isStrong(methods) }
  if (!(await users.setTotpSecret(userId, app))) return sendEnded(ports, sent)
  recordChange(ports, await users.find(userId), 'authenticator app')
  const proven = { userId, authenticatedAtMs, methods: METHODS.code }
  return followMove(ports, sent, await showRecoveryCodes(ports, attempt.request, proven))
}

async function setUpPasskey(
  ports: SignInPorts,
  sent: SentForm<StageNamed<'set_up_passkey'>>,
): Promise<FastifyReply> {
  const { stage, attempt, fields } = sent
  const { userId, authenticatedAtMs } = stage
  // Creating a passkey proves possession of it, and the device verifies the user.
  const methods = [...new Set([...stage.methods, ...METHODS.passkey])]
  const isAdded = await addPasskey(ports.passkeys, relyingPartyOf(ports.portalUrl()), {
    challenge: attempt.formToken,
    credential: fields.get('credential') ?? '',
    userId,
    nowMs: ports.realTime.now(),
    endSignInsAtMs: authenticatedAtMs,
  })
  if (!isAdded || attempt.request === null) return sendProblem(ports, sent, 422, 'passkeyRefused')
  const user = await ports.users.find(userId)
  recordChange(ports, user, 'passkey')
  // Without recovery codes, losing the device would lock the user out.
  if (user?.recoveryCodes === 0) {
    const proven = { userId, methods, authenticatedAtMs }
    return followMove(ports, sent, await showRecoveryCodes(ports, attempt.request, proven))
  }
  return finishAction(ports, { ...sent, stage: { ...stage, methods } }, user)
}

async function changePassword(
  ports: SignInPorts,
  sent: SentForm<StageNamed<'change_password'>>,
): Promise<FastifyReply> {
  const { users } = ports
  const user = await users.find(sent.stage.userId)
  const password = sent.fields.get('password') ?? ''
  if (user === null) return sendEnded(ports, sent)
  const problem = findPasswordProblem(password, user, await loadCommonPasswords())
  if (problem !== null) return sendProblem(ports, sent, 422, { password: problem })
  const nowMs = ports.realTime.now()
  await users.setPasswordHash(user.id, await ports.passwords.hash(password, priorityTurn(sent)), nowMs)
  recordChange(ports, user, 'password')
  return finishAction(ports, { ...sent, stage: { ...sent.stage, authenticatedAtMs: nowMs } }, user)
}

/** Continues the sign-in after the user has completed a stage. */
async function finishAction(
  ports: SignInPorts,
  sent: SentForm<StageNamed<'set_up_passkey' | 'change_password' | 'recovery_codes'>>,
  user: User | null,
): Promise<FastifyReply> {
  if (user === null) return sendEnded(ports, sent)
  const { userId, methods, authenticatedAtMs } = sent.stage
  const ip = clientAddress(sent.request)
  const done = { user, ip, userId, methods, authenticatedAtMs, isDone: true }
  return followMove(ports, sent, await advance(ports, sent.attempt, done))
}
