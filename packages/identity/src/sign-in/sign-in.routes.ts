import type { FastifyReply, FastifyRequest } from 'fastify'

import { renderQrCode } from '@sluice/shared/qr-code'
import { type Page, sendPage } from '@sluice/shared/html'
import { SIGN_IN_TEXTS } from '@sluice/texts/sign-in'
import { type Locale, matchLocale } from '@sluice/types/vocabulary'
import { QueueFullError, type Turn } from '@sluice/platform/kernel/work-queue'
import { auditOriginOf } from '@sluice/platform/http/audit-request'
import { onBehalfOf } from '@sluice/platform/audit/audit-origin'
import { type CookieRule, readCookie, writeCookie } from '@sluice/platform/http/cookies'
import { disconnectSignal } from '@sluice/platform/http/disconnect-signal'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { unavailableRefusal } from '@sluice/platform/http/request-refusal'
import { clientAddress } from '@sluice/platform/http/network-address'
import { hashSecret, isHashOf } from '@sluice/platform/crypto/secret-hash'

import { isName } from '../users/manage-users.ts'
import { loadCommonPasswords } from '../users/common-passwords.ts'
import { findPasswordProblem } from '../users/password-rules.ts'
import type { User } from '../users/user.ts'
import { advance, beginAttempt, showRecoveryCodes, type SignInMove } from './advance-sign-in.ts'
import { isStrong, lacksSecondFactor } from './next-stage.ts'
import { findTotpStep, totpAddress, totpSecretBytes } from './authenticator-app.ts'
import { answerUrl, readAuthorizationRequest } from './authorization-request.ts'
import { START_PATH } from './login.ts'
import type { ForeignLogin } from './foreign-login.ts'
import { findAccountUser, forgetTries, type Proof, proveCode, provePassword } from './prove-identity.ts'
import {
  ATTEMPT_LIFETIME_MS,
  type Attempt,
  type AttemptStage,
  openAttempt,
  provenAtMs,
  sealAttempt,
} from './sign-in-attempt.ts'
import * as pages from './sign-in-pages.wire.ts'
import { findLoginClient, type SignInPorts, signInPath } from './sign-in-ports.ts'
import { addPasskey, creationOptions, relyingPartyOf, requestOptions, verifyPasskey } from './use-passkeys.ts'

type Stage<Name extends AttemptStage['name']> = Extract<AttemptStage, { readonly name: Name }>

/** A form of a page that was sent, with the sign-in that it belongs to. */
interface Step<S = AttemptStage> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly locale: Locale
  readonly fields: URLSearchParams
  readonly attempt: Attempt
  readonly stage: S
  /** Aborts when the browser disconnects. */
  readonly signal: AbortSignal
}

const AT_PORTAL = { config: { origin: 'portal' } } as const

/** The largest form of these pages brings a new passkey: an answer of the browser of some two thousand characters. */
const FORM_MAX_BYTES = 16_384

/** The time in which a full queue of passwords is hashed. */
const BUSY_RETRY_SECONDS = 3

/** RFC 8176. A passkey is a key in possession, opened by the user's finger, face or PIN. */
const METHODS = {
  password: ['pwd'],
  code: ['pwd', 'otp', 'mfa'],
  passkey: ['pop', 'user', 'mfa'],
  provider: ['fed'],
} as const

/**
 * Serves the authorization endpoint and the pages of a sign-in, at the portal's origin alone.
 *
 * @see docs/protocol.md#sign-in
 */
export function registerSignIn(server: HttpServer, ports: SignInPorts): void {
  const { realm, sealer, realTime, users, portalUrl, issuer } = ports
  const path = signInPath(realm)
  const startUrl = () => portalUrl() + START_PATH
  const cookie = (): CookieRule => ({
    name: 'sign-in',
    isSecure: portalUrl().startsWith('https:'),
    // The link from an e-mail and the way back from a foreign provider begin elsewhere.
    sameSite: 'Lax',
  })

  server.get(`/realms/${realm}/protocol/openid-connect/auth`, AT_PORTAL, async (request, reply) => {
    const reading = readAuthorizationRequest(queryOf(request), (clientId) => findLoginClient(ports, clientId))
    switch (reading.kind) {
      case 'not_understood':
        return sendPage(reply, {
          status: 400,
          ...pages.signInNotice({ locale: localeOf(request) }, 'refused', null),
        })
      case 'refused': {
        const { error, description } = reading.error
        const { redirectUri, state } = reading
        return leave(
          reply,
          answerUrl(redirectUri, { state, issuer: issuer(), error, error_description: description }),
        )
      }
      case 'asked':
        return goOn(reply, beginAttempt(ports, reading.request, { name: 'identify' }))
    }
  })

  server.get(path, AT_PORTAL, async (request, reply) => {
    const attempt = await attemptOf(request)
    if (attempt === null) return sendOver(request, reply)
    // By Back from the provider: the forms of the page belong to the step before.
    if (attempt.stage.name === 'at_provider')
      return goOn(reply, beginAttempt(ports, attempt.request, { name: 'identify' }))
    const page = await show(attempt, localeOf(request, attempt), null)
    return page === null ? sendOver(request, reply) : sendPage(reply, page)
  })

  server.get(`${path}/link/:token`, AT_PORTAL, async (request, reply) => {
    const { token } = request.params as { readonly token: string }
    const user = await users.findByLink(hashSecret(token), realTime.now())
    if (user === null)
      return sendPage(reply, {
        status: 404,
        ...pages.signInNotice({ locale: localeOf(request) }, 'link', null),
      })
    // Opened only: programs that look into mail open links, too. It is used up by the form.
    return goOn(reply, beginAttempt(ports, null, { name: 'link', token }))
  })

  onStep('link', 'link', async (step) => {
    const { fields, stage, reply, request } = step
    const user = await users.findByLink(hashSecret(stage.token), realTime.now())
    if (user === null) return sendOver(request, reply)
    const name = (fields.get('name') ?? '').trim()
    const password = fields.get('password') ?? ''
    if (!isName(name)) return refuse(step, 422, 'nameMissing')
    const problem = findPasswordProblem(password, user, await loadCommonPasswords())
    if (problem !== null) return refuse(step, 422, { password: problem })
    const link = {
      tokenHash: hashSecret(stage.token),
      name,
      passwordHash: await ports.passwords.hash(password, turnOf(step)),
    }
    const activated = await users.activate(link, realTime.now())
    if (activated === null) return sendOver(request, reply)
    // Guesses at the old password keep nobody from signing in with the new one.
    await forgetTries(ports.failures, activated)
    // Signing in begins at the portal, whose state the browser does not have yet.
    return leave(reply, startUrl())
  })

  onStep('password', 'identify', async (step) => {
    const { fields, request } = step
    const email = fields.get('email') ?? ''
    const proof = await provePassword(ports, {
      email,
      password: fields.get('password') ?? '',
      ip: clientAddress(request),
      formId: step.attempt.id,
      signal: step.signal,
    })
    return settle(step, proof, METHODS.password, 'wrong')
  })

  const { foreignLogin } = ports
  if (foreignLogin !== null) registerProvider(foreignLogin)

  onStep('code', 'second_factor', async (step) => {
    const proof = await proveCode(ports, {
      userId: step.stage.userId,
      code: step.fields.get('code') ?? '',
    })
    return settle(step, proof, METHODS.code, 'wrongCode')
  })

  for (const stage of ['identify', 'second_factor'] as const)
    onStep(stage === 'identify' ? 'passkey' : 'second-passkey', stage, async (step) => {
      const userId = await verifyPasskey(ports.passkeys, relyingPartyOf(portalUrl()), {
        challenge: step.attempt.formToken,
        credential: step.fields.get('credential') ?? '',
        nowMs: realTime.now(),
      })
      const isExpected = !('userId' in step.stage) || step.stage.userId === userId
      const user = userId !== null && isExpected ? await users.find(userId) : null
      const proof: Proof = user === null ? { ok: false, reason: 'wrong' } : { ok: true, user }
      return settle(step, proof, METHODS.passkey, 'passkeyRefused')
    })

  onStep('authenticator', 'set_up_authenticator', async (step) => {
    const { stage, attempt, fields } = step
    const secret = totpSecretBytes(stage.totpSecret)
    const timeStep = findTotpStep(secret, (fields.get('code') ?? '').replaceAll(/\s/g, ''), realTime.now())
    if (timeStep === null || attempt.request === null) return refuse(step, 422, 'wrongCode')
    const { userId, authenticatedAtMs, methods } = stage
    const app = { secret, step: timeStep, endSignInsAtMs: authenticatedAtMs, isFirst: !isStrong(methods) }
    if (!(await users.setTotpSecret(userId, app))) return sendOver(step.request, step.reply)
    noteChange(await users.find(userId), 'authenticator app')
    return move(
      step,
      await showRecoveryCodes(ports, attempt.request, { userId, authenticatedAtMs, methods: METHODS.code }),
    )
  })

  onStep('new-passkey', 'set_up_passkey', async (step) => {
    const { stage, attempt, fields } = step
    const { userId, authenticatedAtMs } = stage
    // Who makes a passkey shows that it is at hand, and is verified by the device.
    const methods = [...new Set([...stage.methods, ...METHODS.passkey])]
    const isAdded = await addPasskey(ports.passkeys, relyingPartyOf(portalUrl()), {
      challenge: attempt.formToken,
      credential: fields.get('credential') ?? '',
      userId,
      nowMs: realTime.now(),
      endSignInsAtMs: authenticatedAtMs,
    })
    if (!isAdded || attempt.request === null) return refuse(step, 422, 'passkeyRefused')
    const user = await users.find(userId)
    noteChange(user, 'passkey')
    // Without codes a lost device would lock its user out.
    if (user?.recoveryCodes === 0)
      return move(
        step,
        await showRecoveryCodes(ports, attempt.request, { userId, methods, authenticatedAtMs }),
      )
    return finishAction({ ...step, stage: { ...stage, methods } }, user)
  })

  onStep('new-password', 'change_password', async (step) => {
    const user = await users.find(step.stage.userId)
    const password = step.fields.get('password') ?? ''
    if (user === null) return sendOver(step.request, step.reply)
    const problem = findPasswordProblem(password, user, await loadCommonPasswords())
    if (problem !== null) return refuse(step, 422, { password: problem })
    const nowMs = realTime.now()
    await users.setPasswordHash(user.id, await ports.passwords.hash(password, turnOf(step)), nowMs)
    noteChange(user, 'password')
    return finishAction({ ...step, stage: { ...step.stage, authenticatedAtMs: nowMs } }, user)
  })

  onStep('continue', 'recovery_codes', async (step) =>
    finishAction(step, await users.find(step.stage.userId)),
  )

  server.get(`/realms/${realm}/protocol/openid-connect/logout`, AT_PORTAL, async (request, reply) => {
    const query = queryOf(request)
    const target = query.get('post_logout_redirect_uri')
    const client = findLoginClient(ports, query.get('client_id') ?? '')
    // Nothing of a sign-in outlives it here; the session that ends is the client's own.
    void reply.header('set-cookie', writeCookie(cookie(), null, 0))
    if (target !== null && client?.signedOutUris.includes(target) === true) {
      const url = new URL(target)
      const state = query.get('state')
      if (state !== null) url.searchParams.set('state', state)
      return leave(reply, url.href)
    }
    return sendPage(reply, pages.signInNotice({ locale: localeOf(request) }, 'signedOut', startUrl()))
  })

  /** Serves the way to a foreign provider and back. */
  function registerProvider(foreign: ForeignLogin): void {
    const returnPath = `${path}/provider/return`

    server.get(`${path}/provider`, AT_PORTAL, async (request, reply) => {
      const attempt = await attemptOf(request)
      if (attempt?.stage.name !== 'identify') return sendOver(request, reply)
      return sendThere(request, reply, attempt, false)
    })

    server.get(returnPath, AT_PORTAL, async (request, reply) => {
      const attempt = await attemptOf(request)
      if (attempt?.stage.name !== 'at_provider') return sendOver(request, reply)
      return onBehalfOf(auditOriginOf(request), async () => {
        const returned = new URL(request.url, portalUrl())
        const stage = attempt.stage as Stage<'at_provider'>
        const account = await foreign.complete(returned, stage.journey)
        const user = account && (await findAccountUser(ports, account))
        if (account === null || user === null) {
          const kind = account === null ? 'providerFailed' : 'providerUnknown'
          noteRefusal(null, { outcome: kind, step: 'provider' })
          const again = beginAttempt(ports, attempt.request, { name: 'identify' })
          return sendRefused(request, reply.header('set-cookie', cookieOf(again)), again, 403, kind)
        }
        // A clock ahead of ours must not make a sign-in that outlives its end.
        const authenticatedAtMs = Math.min(account.authenticatedAtMs, realTime.now())
        // What is from before an end of this user's sign-ins counts no more: the provider has to ask anew, once.
        if (authenticatedAtMs < (user.signInsEndedAtMs ?? 0)) {
          const again = beginAttempt(ports, attempt.request, { name: 'identify' })
          if (!stage.isFresh) return sendThere(request, reply, again, true)
          noteRefusal(user.id, { outcome: 'providerFailed', step: 'provider' })
          return sendRefused(
            request,
            reply.header('set-cookie', cookieOf(again)),
            again,
            403,
            'providerFailed',
          )
        }
        const proven = { userId: user.id, methods: METHODS.provider, authenticatedAtMs }
        return move(
          { request, reply },
          await advance(ports, attempt, { user, ip: clientAddress(request), ...proven }),
        )
      })
    })

    async function sendThere(
      request: FastifyRequest,
      reply: FastifyReply,
      attempt: Attempt,
      isFresh: boolean,
    ): Promise<FastifyReply> {
      const begun = await foreign.begin(portalUrl() + returnPath, isFresh)
      if (begun === null)
        return sendRefused(
          request,
          reply.header('set-cookie', cookieOf(attempt)),
          attempt,
          502,
          'providerFailed',
        )
      const { url, journey } = begun
      const next = beginAttempt(ports, attempt.request, { name: 'at_provider', journey, isFresh })
      return leave(reply.header('set-cookie', cookieOf(next)), url)
    }

    async function sendRefused(
      request: FastifyRequest,
      reply: FastifyReply,
      attempt: Attempt,
      status: number,
      kind: 'providerUnknown' | 'providerFailed',
    ): Promise<FastifyReply> {
      const step = {
        request,
        reply,
        attempt,
        locale: localeOf(request, attempt),
        fields: new URLSearchParams(),
      }
      return refuse(step, status, { kind, provider: foreign.name })
    }
  }

  /** The user's other sign-ins have ended with the change. */
  function noteChange(user: User | null, changed: string): void {
    if (user === null) return
    ports.noteSecurityEvent({
      merchantId: user.merchantId,
      actor: 'user',
      action: 'user.change-sign-in',
      subject: user.id,
      isAboutKnown: true,
      detail: { changed },
    })
  }

  /** @param userId - null where nobody is known yet. */
  function noteRefusal(userId: string | null, detail: Readonly<Record<string, string>>): void {
    ports.noteSecurityEvent({
      merchantId: null,
      actor: 'caller',
      action: 'authentication.refuse',
      subject: userId ?? 'sign-in',
      isAboutKnown: userId !== null,
      detail,
    })
  }

  /** Serves the form of a stage; one that is sent in another stage, or by another page, ends at a notice. */
  function onStep<Name extends AttemptStage['name']>(
    form: string,
    name: Name,
    handle: (step: Step<Stage<Name>>) => Promise<FastifyReply>,
  ): void {
    server.post(`${path}/${form}`, { ...AT_PORTAL, bodyLimit: FORM_MAX_BYTES }, async (request, reply) => {
      const attempt = await attemptOf(request)
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (attempt === null || attempt.stage.name !== name || !isOwnForm(request, fields, attempt))
        return sendOver(request, reply)
      const stage = attempt.stage as Stage<Name>
      const signal = disconnectSignal(reply)
      const step = { request, reply, locale: localeOf(request, attempt), fields, attempt, stage, signal }
      return onBehalfOf(auditOriginOf(request), async () => {
        try {
          return await handle(step)
        } catch (error) {
          // The browser has disconnected, so nobody receives the response.
          if (signal.aborted && error === signal.reason) throw unavailableRefusal(BUSY_RETRY_SECONDS)
          if (!(error instanceof QueueFullError)) throw error
          void reply.header('retry-after', String(BUSY_RETRY_SECONDS))
          return refuse(step, 503, 'busy')
        }
      })
    })
  }

  async function settle(
    step: Step<Stage<'identify' | 'second_factor'>>,
    proof: Proof,
    methods: readonly string[],
    problem: 'wrong' | 'wrongCode' | 'passkeyRefused',
  ): Promise<FastifyReply> {
    if (proof.ok) {
      const { user } = proof
      const proven = { userId: user.id, methods, authenticatedAtMs: realTime.now() }
      const ip = clientAddress(step.request)
      return move(step, await advance(ports, step.attempt, { user, ip, ...proven }))
    }
    // Not the address that was typed: it may be a password in the wrong field.
    const userId = 'userId' in step.stage ? step.stage.userId : null
    noteRefusal(userId, { outcome: proof.reason, step: step.stage.name })
    if (proof.reason === 'wrong') return refuse(step, 401, problem)
    if (proof.reason === 'form_used_up') return sendOver(step.request, step.reply)
    void step.reply.header('retry-after', String(proof.waitSeconds))
    return refuse(step, 429, { lockedSeconds: proof.waitSeconds })
  }

  async function finishAction(
    step: Step<Stage<'set_up_passkey' | 'change_password' | 'recovery_codes'>>,
    user: User | null,
  ): Promise<FastifyReply> {
    if (user === null) return sendOver(step.request, step.reply)
    const { userId, methods, authenticatedAtMs } = step.stage
    const ip = clientAddress(step.request)
    return move(
      step,
      await advance(ports, step.attempt, { user, ip, userId, methods, authenticatedAtMs, isDone: true }),
    )
  }

  function move({ request, reply }: Pick<Step, 'request' | 'reply'>, to: SignInMove): FastifyReply {
    switch (to.kind) {
      case 'stage':
        return goOn(reply, to.attempt)
      case 'leave':
        return leave(reply.header('set-cookie', writeCookie(cookie(), null, 0)), to.url)
      case 'over':
        return sendOver(request, reply)
    }
  }

  function goOn(reply: FastifyReply, attempt: Attempt): FastifyReply {
    return leave(reply.header('set-cookie', cookieOf(attempt)), portalUrl() + path)
  }

  function cookieOf(attempt: Attempt): string {
    return writeCookie(cookie(), sealAttempt(sealer, attempt), ATTEMPT_LIFETIME_MS / 1000)
  }

  async function refuse(
    { reply, request, attempt, locale, fields }: Omit<Step, 'stage' | 'signal'>,
    status: number,
    problem: pages.PageProblem,
  ): Promise<FastifyReply> {
    const page = await show(attempt, locale, problem, fields)
    return page === null ? sendOver(request, reply) : sendPage(reply, { ...page, status })
  }

  function sendOver(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const notice = pages.signInNotice({ locale: localeOf(request) }, 'over', startUrl())
    return sendPage(reply, { status: 400, ...notice })
  }

  /** Null also for one whose proofs count no more: its user was removed or reset, or has other roles, another password or a second factor since. */
  async function attemptOf({ headers }: FastifyRequest): Promise<Attempt | null> {
    const attempt = openAttempt(sealer, readCookie(headers, cookie()), realTime.now())
    if (attempt === null || !('userId' in attempt.stage)) return attempt
    const { stage } = attempt
    const user = await users.find(stage.userId)
    const isOver =
      user === null ||
      provenAtMs(attempt) < (user.signInsEndedAtMs ?? 0) ||
      ('methods' in stage && lacksSecondFactor(user, stage.methods))
    return isOver ? null : attempt
  }

  /** The page of a stage; null when its user or link has gone meanwhile. */
  async function show(
    attempt: Attempt,
    locale: Locale,
    problem: pages.PageProblem | null,
    fields?: URLSearchParams,
  ): Promise<Page | null> {
    const { stage, formToken, request } = attempt
    const frame = { locale, path, formToken }
    const party = relyingPartyOf(portalUrl())
    switch (stage.name) {
      case 'identify':
      case 'at_provider':
        return pages.identifyPage(frame, {
          email: fields?.get('email') ?? request?.loginHint ?? '',
          passkey: requestOptions(party, formToken, []),
          provider: ports.foreignLogin?.name ?? null,
          problem,
        })
      case 'link': {
        const user = await users.findByLink(hashSecret(stage.token), realTime.now())
        const name = fields?.get('name') ?? user?.name ?? ''
        return user && pages.linkPage(frame, { name, email: user.email, problem })
      }
      case 'recovery_codes':
        return pages.recoveryCodesPage(frame, stage.codes)
      default:
        return showOfUser(stage, frame, problem)
    }
  }

  async function showOfUser(
    stage: Stage<'second_factor' | 'set_up_authenticator' | 'set_up_passkey' | 'change_password'>,
    frame: pages.PageFrame,
    problem: pages.PageProblem | null,
  ): Promise<Page | null> {
    const user = await users.find(stage.userId)
    if (user === null) return null
    const party = relyingPartyOf(portalUrl())
    const own = await ports.passkeys.list(user.id)
    switch (stage.name) {
      case 'second_factor':
        return pages.secondFactorPage(frame, {
          takesCodes: user.hasAuthenticator || user.recoveryCodes > 0,
          passkey: own.length > 0 ? requestOptions(party, frame.formToken, own) : null,
          problem,
        })
      case 'set_up_authenticator':
        return pages.authenticatorPage(frame, {
          picture: renderQrCode(
            totpAddress(stage.totpSecret, `Sluice ${party.id}`, user.email),
            SIGN_IN_TEXTS[frame.locale].authenticatorPicture,
          ),
          key: stage.totpSecret.replaceAll(/(.{4})(?=.)/g, '$1 '),
          problem,
        })
      case 'set_up_passkey':
        return pages.passkeyPage(frame, {
          passkey: creationOptions(party, frame.formToken, user, own),
          problem,
        })
      case 'change_password':
        return pages.changePasswordPage(frame, { email: user.email, problem })
    }
  }
}

/** Setting a password takes an invitation or a session, so it goes ahead of strangers' guesses. */
function turnOf({ signal }: Step): Turn {
  return { hasPriority: true, signal }
}

/** Whether a form was sent by our own page: its token, and what the browser says about where it stood. */
function isOwnForm({ headers }: FastifyRequest, fields: URLSearchParams, { formToken }: Attempt): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const [given = '', ...others] = fields.getAll('form_token')
  return others.length === 0 && isHashOf(given, hashSecret(formToken))
}

/** 303: the page that follows a form is fetched, and a reload sends nothing again. */
function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.code(303).header('location', url).header('cache-control', 'no-store').send()
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}

function localeOf({ headers }: FastifyRequest, attempt: Attempt | null = null): Locale {
  const accepted = (headers['accept-language'] ?? '').split(',').map((entry) => entry.split(';', 1)[0] ?? '')
  return matchLocale([...(attempt?.request?.locales ?? []), ...accepted])
}
