import type { FastifyRequest } from 'fastify'

import { type CookieRule, readCookie, writeCookie } from '@sluice/platform/http/cookies'

import { lacksSecondFactor } from './next-stage.ts'
import {
  ATTEMPT_LIFETIME_MS,
  type SignInAttempt,
  openAttempt,
  provenAtMs,
  sealAttempt,
} from './sign-in-attempt.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** Returns the cookie that contains the attempt until the next request. */
export function writeAttempt(
  ports: Pick<SignInPorts, 'portalUrl' | 'sealer'>,
  attempt: SignInAttempt,
): string {
  return writeCookie(cookieRule(ports), sealAttempt(ports.sealer, attempt), ATTEMPT_LIFETIME_MS / 1000)
}

/** Returns the cookie that deletes the attempt in the browser. */
export function clearAttempt(ports: Pick<SignInPorts, 'portalUrl'>): string {
  return writeCookie(cookieRule(ports), null, 0)
}

/**
 * Reads the attempt of a browser. Also returns null if its proofs are no longer valid: since then the user was removed or
 * reset, or has got other roles, another password or a second factor.
 */
export async function readAttempt(
  ports: SignInPorts,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<SignInAttempt | null> {
  const { sealer, realTime, users } = ports
  const attempt = openAttempt(sealer, readCookie(headers, cookieRule(ports)), realTime.now())
  if (attempt === null || !('userId' in attempt.stage)) return attempt
  const { stage } = attempt
  const user = await users.find(stage.userId)
  const isOver =
    user === null ||
    provenAtMs(attempt) < (user.signInsEndedAtMs ?? 0) ||
    ('methods' in stage && lacksSecondFactor(user, stage.methods))
  return isOver ? null : attempt
}

function cookieRule({ portalUrl }: Pick<SignInPorts, 'portalUrl'>): CookieRule {
  return {
    name: 'sign-in',
    isSecure: portalUrl().startsWith('https:'),
    // Links in e-mails and redirects from a foreign provider come from other sites.
    sameSite: 'Lax',
  }
}
