import type { Clock } from '@sluice/platform/kernel/clock'
import { QueueFullError } from '@sluice/platform/kernel/work-queue'
import { addressNetworks } from '@sluice/platform/http/address-block'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import type { PasswordHashes } from '@sluice/platform/crypto/password-hash'

import { normalizeEmail } from '../users/manage-users.ts'
import type { User, UserStore } from '../users/user.ts'
import { findTotpStep } from './authenticator-app.ts'
import type { ExternalAccount } from './external-login.ts'
import type { KnownNetworks } from './known-networks.ts'
import { normalizeRecoveryCode } from './recovery-codes.ts'
import {
  ACCOUNT_TRIES_MAX,
  ADDRESS_TRIES_MAX,
  CODE_TRIES_MAX,
  FORM_TRIES_MAX,
  KNOWN_NETWORK_TRIES_MAX,
  NETWORK_TRIES_MAX,
  type SignInFailures,
} from './sign-in-failures.ts'

export interface ProvePorts {
  readonly users: UserStore
  readonly failures: SignInFailures
  readonly knownNetworks: KnownNetworks
  readonly passwords: PasswordHashes
  readonly realTime: Clock
}

export interface PasswordTry {
  readonly email: string
  readonly password: string
  readonly ip: string
  /** The id of the submitted form. */
  readonly formId: string
  /** Aborts when the sender has gone. */
  readonly signal: AbortSignal
}

export type ProofResult =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'wrong' }
  /** The form served as many tries as one may. */
  | { readonly ok: false; readonly reason: 'form_used_up' }
  | { readonly ok: false; readonly reason: 'locked'; readonly waitSeconds: number }

/**
 * Verifies a password. An address without a user, or without a password, is refused in the same words after the same work,
 * and is locked as any other.
 *
 * @throws {QueueFullError} when too many passwords wait; the try is not counted against the account.
 */
export async function provePassword(
  { users, failures, knownNetworks, passwords, realTime }: ProvePorts,
  given: PasswordTry,
): Promise<ProofResult> {
  const nowMs = realTime.now()
  const [network, ...networks] = addressNetworks(given.ip)
  const address = ['address', network]
  const waitSeconds = await failures.countTry(address, ADDRESS_TRIES_MAX, nowMs)
  if (waitSeconds !== null) return locked(waitSeconds)
  const email = normalizeEmail(given.email)
  // A text longer than an address has no account, which no work has to hide.
  if (email === null) return { ok: false, reason: 'wrong' }
  const user = await users.findByEmail(email)
  const known = await knownNetworks.look({ network, user }, nowMs)
  const wide = known.byAnyone ? [] : networks.map((name) => ['network', name])
  const waits = await Promise.all(
    wide.map((subject, place) => failures.countTry(subject, NETWORK_TRIES_MAX[place] ?? 0, nowMs)),
  )
  const networkWaitSeconds = waits.find((seconds) => seconds !== null)
  if (networkWaitSeconds) return locked(networkWaitSeconds)
  const account = known.byAccount ? knownNetworkSubject(email) : accountSubject(email)
  const triesMax = known.byAccount ? KNOWN_NETWORK_TRIES_MAX : ACCOUNT_TRIES_MAX
  const accountWaitSeconds = await failures.countTry(account, triesMax, nowMs)
  if (accountWaitSeconds !== null) return locked(accountWaitSeconds)
  const form = ['form', given.formId]
  if ((await failures.countTry(form, FORM_TRIES_MAX, nowMs)) !== null)
    return { ok: false, reason: 'form_used_up' }

  const { passwordHash = null } = (user && (await users.readSecrets(user.id))) ?? {}
  const turn = { hasPriority: known.byAnyone, signal: given.signal }
  const isRight = await passwords.verify(given.password, passwordHash, turn).catch(async (error: unknown) => {
    const hasLeft = given.signal.aborted && error === given.signal.reason
    // No password was compared, so the account keeps its tries. The wide networks do not: filling the queue must cost something.
    if (error instanceof QueueFullError || hasLeft)
      for (const subject of [address, account, form]) await failures.takeBack(subject)
    throw error
  })
  if (!isRight || user === null || passwordHash === null) return { ok: false, reason: 'wrong' }

  await failures.forget(account)
  for (const subject of [address, ...wide]) await failures.takeBack(subject)
  if (passwords.isOutdated(passwordHash)) await renewHash({ users, passwords }, user, given)
  return { ok: true, user }
}

/** Hashes at the current cost; if there is no time for it, at the next sign-in. */
async function renewHash(
  { users, passwords }: Pick<ProvePorts, 'users' | 'passwords'>,
  { id }: User,
  { password, signal }: PasswordTry,
): Promise<void> {
  try {
    await users.setPasswordHash(id, await passwords.hash(password, { hasPriority: true, signal }), null)
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
  }
}

function locked(waitSeconds: number): ProofResult {
  return { ok: false, reason: 'locked', waitSeconds }
}

function accountSubject(email: string): readonly string[] {
  return ['account', email]
}

function knownNetworkSubject(email: string): readonly string[] {
  return ['account at known networks', email]
}

function codeSubject(userId: string): readonly string[] {
  return ['code', userId]
}

/** Lets a user try again at once who has shown to be the owner of the account in another way. */
export async function clearFailedAttempts(failures: SignInFailures, { id, email }: User): Promise<void> {
  await failures.forget(accountSubject(email))
  await failures.forget(knownNetworkSubject(email))
  await failures.forget(codeSubject(id))
}

/** Verifies a code of the authenticator app, or a recovery code; each counts once. */
export async function proveCode(
  { users, failures, realTime }: ProvePorts,
  given: { readonly userId: string; readonly code: string },
): Promise<ProofResult> {
  const nowMs = realTime.now()
  const subject = codeSubject(given.userId)
  const waitSeconds = await failures.countTry(subject, CODE_TRIES_MAX, nowMs)
  if (waitSeconds !== null) return locked(waitSeconds)
  const user = await users.find(given.userId)
  const isProven = user !== null && (await useCode(users, user.id, given.code, nowMs))
  if (!isProven) return { ok: false, reason: 'wrong' }
  await failures.forget(subject)
  return { ok: true, user }
}

async function useCode(users: UserStore, userId: string, text: string, nowMs: number): Promise<boolean> {
  const recoveryCode = normalizeRecoveryCode(text)
  if (recoveryCode !== null) return users.useRecoveryCode(userId, hashRecoveryCode(userId, recoveryCode))
  const { totpSecret = null } = (await users.readSecrets(userId)) ?? {}
  const step = totpSecret && findTotpStep(totpSecret, text.replaceAll(/\s/g, ''), nowMs)
  return step !== null && users.useTotpStep(userId, step)
}

/** Includes the user's id, so that two users with the same code would have different hashes. */
export function hashRecoveryCode(userId: string, code: string): Uint8Array {
  return hashSecret(`${userId} ${code}`)
}

/**
 * The user that a foreign provider's account is: one that was tied before, else the user whose address the provider has
 * verified, once. From then on the account counts, not the address, which may be given to another person. An invitation ties
 * only if no other merchant invites the address; otherwise the person chooses by opening one of the links.
 */
export async function findAccountUser(
  { users, realTime }: Pick<ProvePorts, 'users' | 'realTime'>,
  { issuer, subject, email }: ExternalAccount,
): Promise<User | null> {
  const tied = await users.findByAccount({ issuer, subject })
  const verified = email === null ? null : normalizeEmail(email)
  if (tied !== null || verified === null) return tied
  const nowMs = realTime.now()
  const user = (await users.findByEmail(verified)) ?? (await users.findInvited(verified, nowMs))
  if (user === null || !(await users.tieAccount(user.id, { issuer, subject }, nowMs))) return null
  return users.find(user.id)
}
