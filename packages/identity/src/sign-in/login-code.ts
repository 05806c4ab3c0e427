import type { Login } from './login.ts'

/** Long enough for a redirect; the portal redeems it at once. */
export const LOGIN_CODE_LIFETIME_MS = 60_000

/** How long a used code is distinguished from an unknown one: the lifetime of its access tokens, and a margin. */
export const LOGIN_CODE_MEMORY_MS = 3_600_000

export interface NewLoginCode {
  readonly codeHash: Uint8Array
  /** The id of the sign-in that it completes. */
  readonly attemptId: string
  /** `sid` of the tokens. */
  readonly grantId: string
  readonly userId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly nonce: string | null
  readonly scope: string
  readonly methods: readonly string[]
  readonly authenticatedAtMs: number
  readonly expiresAtMs: number
}

/** The data with which a client redeems a code. */
export interface CodeUse {
  readonly codeHash: Uint8Array
  readonly clientId: string
  readonly redirectUri: string
  /** The hash of the verifier. */
  readonly codeChallenge: string
  readonly nowMs: number
}

/** A code that was redeemed. */
export interface RedeemedCode extends Pick<NewLoginCode, 'grantId' | 'nonce' | 'scope'> {
  readonly login: Login
}

export type CodeRefusal =
  | 'code_unknown'
  | 'code_expired'
  | 'code_reused'
  | 'code_of_another'
  | 'verifier_wrong'

/** Stores authorization codes by their hashes. */
export interface LoginCodes {
  /** False when the same sign-in has a code already. */
  add(code: NewLoginCode): Promise<boolean>
  /** Uses a code up, once: a second showing revokes what it gave. Any refusal uses it up as well. */
  redeem(use: CodeUse): Promise<RedeemedCode | { readonly refusal: CodeRefusal }>
  /** Returns the user of a grant; null if it was revoked, or the user was removed. */
  findLogin(grantId: string): Promise<Login | null>
  revoke(grantId: string, nowMs: number): Promise<void>
  /** Deletes codes that expired that long ago. Returns how many. */
  deleteExpired(beforeMs: number): Promise<number>
}
