import type { Clock } from '@sluice/platform/kernel/clock'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import type { AuditEntry } from '@sluice/platform/audit/audit-entry'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { readBearerToken } from '@sluice/platform/http/bearer-token'
import { type CookieRule, readCookie, writeCookie } from '@sluice/platform/http/cookies'
import { clientAddress } from '@sluice/platform/http/network-address'
import { RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { readIntent } from './own-page.ts'
import type { AuthenticatedPerson } from './portal-login.ts'
import { checkPermission, PORTAL_RIGHTS, type PortalAction, type PortalRight } from './portal-rights.ts'
import {
  isSessionOpen,
  type MerchantView,
  openView,
  type PortalSession,
  type PortalSessions,
  SEEN_AGAIN_MS,
  SESSION_MAX_MS,
  type SessionsOf,
  USER_AGENT_CHARACTERS,
  VIEW_MS,
} from './portal-session.ts'
import { createUserTrail, type PortalRequest, type UserTrail } from './user-trail.ts'

export interface PortalAuthPorts {
  readonly environment: 'test' | 'production'
  readonly sessions: PortalSessions
  /** The machine's clock, because users wait in real time. */
  readonly realTime: Clock
  readonly random: Random
  readonly portalUrl: () => string
  readonly writeAudit: (entry: AuditEntry) => Promise<void>
  /**
   * Returns whether the person was removed, has other rights or another password since, or belongs to a merchant that
   * is not active.
   */
  readonly isLoginOver: (login: AuthenticatedPerson) => Promise<boolean>
}

/** Sign-in and sign-out of the portal, and the authorization of each request. */
export interface PortalAuth extends Pick<UserTrail, 'record' | 'recordRefusal' | 'onBehalfOf'> {
  /**
   * Begins a session with a new id, and ends the one that the browser had.
   *
   * @returns the answer's `Set-Cookie`.
   */
  createPortalSession(login: AuthenticatedPerson, request: PortalRequest): Promise<string>
  /** Begins a session of a program at a device, which acts for the person who approved it. */
  createDeviceSession(
    login: AuthenticatedPerson,
    device: string,
    request: PortalRequest,
  ): Promise<{ readonly token: string; readonly expiresInSeconds: number }>
  /** Ends the session of the browser or the device. Returns the `Set-Cookie` of the response. */
  endPortalSession(request: PortalRequest): Promise<string>
  /** Returns the person's open sessions, newest first. */
  listSessions(person: SessionsOf): Promise<readonly PortalSession[]>
  /**
   * The person behind a request of the portal's own page, or of a device.
   *
   * @throws {RequestRefusal} 403 for a request of another page, 401 without an open session.
   */
  identify(request: PortalRequest, changes: boolean): Promise<PortalSession>
  /**
   * Returns the person behind a request, if permitted. A change is written into the audit trail before it is
   * validated and executed.
   *
   * @throws {RequestRefusal} like {@link identify}; 403 without the permission, or if the sign-in is too old.
   */
  requirePermission(
    action: PortalAction,
    request: PortalRequest,
  ): Promise<PortalSession & { merchantId: string }>
  /** Like {@link requirePermission}, for users of the service, who do not belong to a merchant. */
  requireOperator(action: PortalAction, request: PortalRequest): Promise<PortalSession>
  /** Like {@link requirePermission}, for all users: of the service, or of a merchant. */
  requirePerson(action: PortalAction, request: PortalRequest): Promise<PortalSession>
  /** Lets the browser's session read the payments of a merchant for a while, or with null of none. */
  impersonate(request: PortalRequest, merchantId: string | null): Promise<MerchantView | null>
}

export function createPortalAuth(ports: PortalAuthPorts): PortalAuth {
  const { sessions, realTime, random, portalUrl } = ports
  const trail = createUserTrail(ports.writeAudit)
  const rule = (): CookieRule => ({
    name: 'session',
    isSecure: new URL(portalUrl()).protocol === 'https:',
    sameSite: 'Strict',
  })
  /** A device sends the id of its session explicitly, a browser by a cookie. */
  const sessionIdOf = (request: PortalRequest) => {
    const id = readBearerToken(request.headers.authorization) ?? readCookie(request.headers, rule())
    return id === null ? null : hashSecret(id)
  }
  const removeCurrent = async (request: PortalRequest) => {
    const idHash = sessionIdOf(request)
    if (idHash !== null) await sessions.remove(idHash)
  }

  async function identify(request: PortalRequest, changes: boolean): Promise<PortalSession> {
    const isDevice = readBearerToken(request.headers.authorization) !== null
    // No page of another site has a device's token, which browsers never send automatically.
    const intent = isDevice ? 'watch' : readIntent(request.headers, portalUrl(), changes)
    if (intent === null) throw new RequestRefusal(403, { error: 'Forbidden' })
    const idHash = sessionIdOf(request)
    const session = idHash && (await sessions.find(idHash))
    const nowMs = realTime.now()
    if (!idHash || !session || !isSessionOpen(session, nowMs)) throw signedOut()
    // A device's stored token must not work in a browser, nor a stolen cookie on a device.
    if ((session.device !== null) !== isDevice) throw signedOut()
    if (await ports.isLoginOver(session)) {
      // It must not come to life again with the merchant.
      await sessions.remove(idHash)
      throw signedOut()
    }
    // A page that only looks keeps no session alive.
    if ((intent === 'act' || isDevice) && nowMs - session.seenAtMs >= SEEN_AGAIN_MS)
      await sessions.see(idHash, nowMs)
    return session
  }

  /** The person, and the checks that remain once the merchant is known. */
  async function check(action: PortalAction, request: PortalRequest) {
    const { changes = false }: PortalRight = PORTAL_RIGHTS[action]
    const session = await identify(request, changes)
    const nowMs = realTime.now()
    const isLooking = openView(session, nowMs) !== null
    const verdict = checkPermission(action, { ...session, isLooking }, nowMs, ports.environment)
    if (verdict === 'forbidden') throw new RequestRefusal(403, { error: 'Forbidden' })
    if (verdict === 'sign-in-too-old') throw signInTooOld()
    const proceed = async (merchantId: string | null) => {
      if (!changes) return
      if (request.headers['idempotency-key'] === undefined) throw missingKey()
      await trail.recordRequest(request, { action, userId: session.userId, merchantId })
    }
    return { session, proceed }
  }

  /** Begins a session. Returns its id, which is stored only as a hash. */
  async function begin(login: AuthenticatedPerson, device: string | null, request: PortalRequest) {
    const id = makeCapability(random)
    const nowMs = realTime.now()
    await trail.record(request, login, {
      action: 'portal.sign-in',
      subject: login.userId,
      detail: { roles: login.roles.join(','), ...(device === null ? {} : { device }) },
    })
    await sessions.add(hashSecret(id), {
      ...login,
      id: random.uuid(),
      address: clientAddress(request),
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null,
      device,
      createdAtMs: nowMs,
      seenAtMs: nowMs,
    })
    return id
  }

  return {
    async createPortalSession(login, request) {
      await removeCurrent(request)
      return writeCookie(rule(), await begin(login, null, request), SESSION_MAX_MS / 1_000)
    },

    async createDeviceSession(login, device, request) {
      const token = await begin(login, device, request)
      return { token, expiresInSeconds: SESSION_MAX_MS / 1_000 }
    },

    async endPortalSession(request) {
      await removeCurrent(request)
      return writeCookie(rule(), null, 0)
    },

    async listSessions(person) {
      const nowMs = realTime.now()
      const open = (await sessions.list(person)).filter((session) => isSessionOpen(session, nowMs))
      const areOver = await Promise.all(open.map((session) => ports.isLoginOver(session)))
      return open.filter((_, place) => areOver[place] !== true)
    },

    identify,

    async requirePermission(action, request) {
      const { session, proceed } = await check(action, request)
      const merchantId = session.merchantId ?? openView(session, realTime.now())?.merchantId ?? null
      if (merchantId === null) throw new RequestRefusal(403, { error: 'Forbidden' })
      await proceed(merchantId)
      return { ...session, merchantId }
    },

    async requireOperator(action, request) {
      const { session, proceed } = await check(action, request)
      if (session.merchantId !== null) throw new RequestRefusal(403, { error: 'Forbidden' })
      await proceed(null)
      return session
    },

    async requirePerson(action, request) {
      const { session, proceed } = await check(action, request)
      await proceed(session.merchantId)
      return session
    },

    async impersonate(request, merchantId) {
      const idHash = sessionIdOf(request)
      if (idHash === null) throw signedOut()
      const view = merchantId === null ? null : { merchantId, untilMs: realTime.now() + VIEW_MS }
      await sessions.impersonate(idHash, view)
      return view
    },

    onBehalfOf: trail.onBehalfOf,
    recordRefusal: trail.recordRefusal,
    record: trail.record,
  }
}

function signedOut(): RequestRefusal {
  return new RequestRefusal(401, { error: 'Unauthorized' })
}

/** The page asks the person to sign in again, and then repeats the request. */
function signInTooOld(): RequestRefusal {
  return new RequestRefusal(403, { error: 'Forbidden' }, { 'x-sluice-portal': 'sign-in-too-old' })
}

/** Refuses a change without an idempotency key: a retry after a lost response must not repeat it. */
function missingKey(): RequestRefusal {
  const property = 'Idempotency-Key'
  return validationRefusal([{ property, message: 'is required', params: [property] }])
}
