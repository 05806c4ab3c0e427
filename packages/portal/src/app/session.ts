import type { Notice } from '../users/notices.ts'
import { ask, Refusal } from './ask.ts'

/** The signed-in person, as the gateway reports it. */
export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly email: string | null }
  readonly merchant: { readonly id: string; readonly name: string } | null
  /** The merchant whose payments an operator may read for a reason, and until when; null if none. */
  readonly viewing: { readonly id: string; readonly name: string; readonly until: string } | null
  readonly environment: 'test' | 'production'
  /** The test tools that are switched on in a sandbox; null for other merchants. */
  readonly test_state: {
    readonly clock_ahead_seconds: number
    readonly has_webhook_faults: boolean
    /** The time at which the last fault of the sandbox expires; null if there is none. */
    readonly faults_until: string | null
  } | null
  /** The id of the newest event: requests from now on include all events up to that one. */
  readonly events_after: string
  /** The names of payment methods by type, where the operator configured other names than the common ones. */
  readonly method_names: Readonly<Record<string, string>>
  /** The actions that the person's roles allow. The gateway checks each request; the pages only hide what it would refuse. */
  readonly actions: readonly string[]
  /** Notices that the person has not acknowledged. They come with the session: if they appeared later, the page would move under the pointer. */
  readonly notices: readonly Notice[]
  /** Whether an owner or operator has a password and no passkey: guesses could lock them out. */
  readonly needs_passkey: boolean
}

/** Null for a person who is not signed in. */
export function findSession(): Promise<Session | null> {
  return orSignedOut(ask<Session>('/session'))
}

async function orSignedOut(asked: Promise<Session>): Promise<Session | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'signed-out') return null
    throw error
  }
}

/** The token of a one-time link, in the fragment. It is removed from the address, so that nobody copies it. */
export function takeLinkToken(): string | null {
  const token = /^#link=([\w-]+)$/.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** Returns whether the browser returned from a failed sign-in, and removes the sign of it from the address. */
export function takeSignInFailure(): boolean {
  const failed = new URLSearchParams(location.search).get('sign-in') === 'failed'
  if (failed) history.replaceState(null, '', location.pathname)
  return failed
}

const PLACE = 'sluice-portal-place'

/** Stores the address before a sign-in, because the sign-in returns to the first page. */
export function keepPlace(): void {
  sessionStorage.setItem(PLACE, location.pathname + location.search)
}

/** Restores the address that was stored before a sign-in. */
export function returnToPlace(): void {
  const place = sessionStorage.getItem(PLACE)
  if (place === null || location.pathname !== '/') return
  sessionStorage.removeItem(PLACE)
  history.replaceState(null, '', place)
}

/** Signs in by a one-time link. Null if the link is no longer good. */
export function openLink(token: string): Promise<Session | null> {
  return orSignedOut(ask<Session>('/session', { method: 'POST', body: { token } }))
}

export const signOut = () => ask('/session', { method: 'DELETE' })
