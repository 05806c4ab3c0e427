import type { FastifyReply } from 'fastify'

import { clientAddress } from '@sluice/platform/http/network-address'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { advance } from './advance-sign-in.ts'
import { type ProofResult, proveCode, provePassword } from './prove-identity.ts'
import { METHODS, recordRefusal } from './record-sign-in.ts'
import type { StageNamed } from './sign-in-attempt.ts'
import { type SentForm, serveForm } from './sign-in-form.routes.ts'
import type { SignInPorts } from './sign-in-ports.ts'
import { followMove, sendEnded, sendProblem } from './sign-in-response.routes.ts'
import { relyingPartyOf, verifyPasskey } from './use-passkeys.ts'

type ProofForm = SentForm<StageNamed<'identify' | 'second_factor'>>

/** The result of a proof, and the authentication methods used. */
interface GivenProof {
  readonly proof: ProofResult
  readonly methods: readonly string[]
  /** The problem that the page shows if the proof is wrong. */
  readonly problem: 'wrong' | 'wrongCode' | 'passkeyRefused'
}

/** Serves the forms with which users authenticate: password, code, and passkey as the first or second factor. */
export function registerProofs(server: HttpServer, ports: SignInPorts): void {
  serveForm(server, ports, { form: 'password', stage: 'identify' }, async (sent) => {
    const proof = await provePassword(ports, {
      email: sent.fields.get('email') ?? '',
      password: sent.fields.get('password') ?? '',
      ip: clientAddress(sent.request),
      formId: sent.attempt.id,
      signal: sent.signal,
    })
    return answerProof(ports, sent, { proof, methods: METHODS.password, problem: 'wrong' })
  })

  serveForm(server, ports, { form: 'code', stage: 'second_factor' }, async (sent) => {
    const { userId } = sent.stage
    const proof = await proveCode(ports, { userId, code: sent.fields.get('code') ?? '' })
    return answerProof(ports, sent, { proof, methods: METHODS.code, problem: 'wrongCode' })
  })

  serveForm(server, ports, { form: 'passkey', stage: 'identify' }, (sent) => takePasskey(ports, sent))
  serveForm(server, ports, { form: 'second-passkey', stage: 'second_factor' }, (sent) =>
    takePasskey(ports, sent),
  )
}

async function takePasskey(ports: SignInPorts, sent: ProofForm): Promise<FastifyReply> {
  const userId = await verifyPasskey(ports.passkeys, relyingPartyOf(ports.portalUrl()), {
    challenge: sent.attempt.formToken,
    credential: sent.fields.get('credential') ?? '',
    nowMs: ports.realTime.now(),
  })
  const isExpected = !('userId' in sent.stage) || sent.stage.userId === userId
  const user = userId !== null && isExpected ? await ports.users.find(userId) : null
  const proof: ProofResult = user === null ? { ok: false, reason: 'wrong' } : { ok: true, user }
  return answerProof(ports, sent, { proof, methods: METHODS.passkey, problem: 'passkeyRefused' })
}

async function answerProof(
  ports: SignInPorts,
  sent: ProofForm,
  { proof, methods, problem }: GivenProof,
): Promise<FastifyReply> {
  if (proof.ok) {
    const { user } = proof
    const proven = { userId: user.id, methods, authenticatedAtMs: ports.realTime.now() }
    const ip = clientAddress(sent.request)
    return followMove(ports, sent, await advance(ports, sent.attempt, { user, ip, ...proven }))
  }
  // The entered e-mail address is not recorded: it may be a password in the wrong field.
  const userId = 'userId' in sent.stage ? sent.stage.userId : null
  recordRefusal(ports, userId, { outcome: proof.reason, step: sent.stage.name })
  if (proof.reason === 'wrong') return sendProblem(ports, sent, 401, problem)
  if (proof.reason === 'form_used_up') return sendEnded(ports, sent)
  void sent.reply.header('retry-after', String(proof.waitSeconds))
  return sendProblem(ports, sent, 429, { lockedSeconds: proof.waitSeconds })
}
