import type { AuthenticatedPerson } from './portal-login.ts'

/** A person at the portal, from one login on. */
export interface PortalSession extends AuthenticatedPerson {
  /** Names the session to its person; it opens nothing. */
  readonly id: string
  /** IP address at the start of the session, as the gateway sees it. */
  readonly address: string
  /** `User-Agent` at the start of the session; null if there was no such header. */
  readonly userAgent: string | null
  readonly createdAtMs: number
  /** The time of the person's last action; at most {@link SEEN_AGAIN_MS} behind while the person is active. */
  readonly seenAtMs: number
  /** The name that a program at a device gives itself; null for a browser. */
  readonly device: string | null
  /** The merchant that an operator impersonates; null if none, and for users of merchants. */
  readonly view: MerchantView | null
}

/** A merchant's payments that an operator may read, having given a reason. */
export interface MerchantView {
  readonly merchantId: string
  /** Epoch milliseconds. */
  readonly untilMs: number
}

/** Long enough to understand one complaint. */
export const VIEW_MS = 30 * 60_000

/** The view of a session that is open now. */
export function openView({ view }: Pick<PortalSession, 'view'>, nowMs: number): MerchantView | null {
  return view !== null && nowMs < view.untilMs ? view : null
}

/**
 * The inactivity after which a browser's session ends, because the window may have been left open. A device's session
 * has no such limit.
 */
export const SESSION_IDLE_MS = 15 * 60_000

/** The maximum duration of a session, even if it is in use. */
export const SESSION_MAX_MS = 12 * 60 * 60_000

/** Deeds closer together than this are written once. */
export const SEEN_AGAIN_MS = 60_000

export function isSessionOpen(
  { createdAtMs, seenAtMs, device }: Pick<PortalSession, 'createdAtMs' | 'seenAtMs' | 'device'>,
  nowMs: number,
): boolean {
  return nowMs < endOfSession({ createdAtMs, device }, seenAtMs)
}

/** The user whose sessions are listed. */
export type SessionsOf = Pick<PortalSession, 'userId' | 'merchantId'>

/** Selects one session of a person by its id, or all except the one to keep. */
export type WhichSessions = { readonly id: string } | { readonly allBut: string | null }

/** The maximum number of listed sessions: more than a person can distinguish. */
export const SESSIONS_LISTED = 100

/** Maximum stored length of `User-Agent`, in characters. */
export const USER_AGENT_CHARACTERS = 200

/** Returns when a session expires. */
export function endOfSession(
  { createdAtMs, device }: Pick<PortalSession, 'createdAtMs' | 'device'>,
  lastActivityMs: number,
): number {
  const endsAtMs = createdAtMs + SESSION_MAX_MS
  // A program's session has no inactivity limit.
  return device === null ? Math.min(lastActivityMs + SESSION_IDLE_MS, endsAtMs) : endsAtMs
}

/** Sessions of the portal. Ids are known to browsers alone; their hashes are kept. */
export interface PortalSessions {
  add(idHash: Buffer, session: Omit<PortalSession, 'view'>): Promise<void>
  /** Also finds a session that has ended but is not removed yet. */
  find(idHash: Buffer): Promise<PortalSession | null>
  /** Returns the person's sessions, newest first, at most {@link SESSIONS_LISTED}; may include ended sessions that were not deleted yet. */
  list(person: SessionsOf): Promise<readonly PortalSession[]>
  /** @returns how many there were. */
  end(person: SessionsOf, which: WhichSessions): Promise<number>
  see(idHash: Buffer, nowMs: number): Promise<void>
  /** Begins to impersonate a merchant, or ends it with null. */
  impersonate(idHash: Buffer, view: MerchantView | null): Promise<void>
  remove(idHash: Buffer): Promise<void>
  /** @returns how many. */
  removeEnded(nowMs: number): Promise<number>
}

/** One-time links into the portal of a test environment. */
export interface PortalLinks {
  add(tokenHash: Buffer, link: { readonly merchantId: string; readonly expiresAtMs: number }): Promise<void>
  /** Uses the link; null if there is none, it was used, or it has expired. */
  take(tokenHash: Buffer, nowMs: number): Promise<string | null>
  /** @returns how many. */
  removeExpired(nowMs: number): Promise<number>
}
