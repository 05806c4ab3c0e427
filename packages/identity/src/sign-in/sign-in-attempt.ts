import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { AuthorizationRequest } from './authorization-request.ts'
import type { ExternalJourney } from './external-login.ts'

/** A person has this long to sign in, an authenticator app to be installed included. */
export const ATTEMPT_LIFETIME_MS = 600_000

/**
 * One sign-in on its way, held by the browser in a sealed cookie: a visitor who never signs in writes no row. What must
 * happen once is held by the rows that it ends in: a code for each attempt, a use of each recovery code and time step.
 */
export interface SignInAttempt {
  /** A new one at each step that proves something, so that a planted one is worthless afterwards. */
  readonly id: string
  /** A value in every form of the attempt. */
  readonly formToken: string
  readonly expiresAtMs: number
  /** The authorization request; null for a link that was opened directly. */
  readonly request: AuthorizationRequest | null
  readonly stage: AttemptStage
}

/** The stage of a sign-in attempt. */
export type AttemptStage =
  /** The user identifies themselves: by password, passkey, or external provider. */
  | { readonly name: 'identify' }
  /** The browser went to the foreign provider. */
  | { readonly name: 'at_provider'; readonly journey: ExternalJourney; readonly isFresh: boolean }
  /** The password was right; a second proof is missing. */
  | { readonly name: 'second_factor'; readonly userId: string }
  /** Proven; something is set up before it ends. */
  | (Proven & { readonly name: 'set_up_authenticator'; readonly totpSecret: string })
  | (Proven & { readonly name: 'set_up_passkey' })
  | (Proven & { readonly name: 'change_password' })
  /** The codes are shown once, then only their hashes are there. */
  | (Proven & { readonly name: 'recovery_codes'; readonly codes: readonly string[] })
  /** A one-time link was opened. */
  | { readonly name: 'link'; readonly token: string }

/** The stages with these names. */
export type StageNamed<Name extends AttemptStage['name']> = Extract<AttemptStage, { readonly name: Name }>

export interface Proven {
  readonly userId: string
  readonly methods: readonly string[]
  readonly authenticatedAtMs: number
}

/** Returns the time of the proof that led to the stage; each proof begins an attempt. */
export function provenAtMs({ expiresAtMs }: SignInAttempt): number {
  return expiresAtMs - ATTEMPT_LIFETIME_MS
}

const PURPOSE = 'sign-in-attempt'

export function sealAttempt(sealer: Sealer, attempt: SignInAttempt): string {
  return sealer.seal(PURPOSE, new TextEncoder().encode(JSON.stringify(attempt))).toString('base64url')
}

/** Returns null for a text that is not a valid attempt, or one that has expired. */
export function openAttempt(sealer: Sealer, sealed: string | null, nowMs: number): SignInAttempt | null {
  if (sealed === null || sealed === '') return null
  const text = unseal(sealer, sealed)
  if (text === null) return null
  const attempt = JSON.parse(text) as SignInAttempt
  return attempt.expiresAtMs > nowMs ? attempt : null
}

function unseal(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(PURPOSE, Buffer.from(sealed, 'base64url')).toString('utf8')
  } catch {
    // The text was changed, truncated, or encrypted under a removed key: it cannot continue.
    return null
  }
}
