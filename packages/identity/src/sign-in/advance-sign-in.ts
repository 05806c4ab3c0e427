import { makeCapability } from '@sluice/platform/kernel/random'
import { addressBlock } from '@sluice/platform/http/address-block'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'

import type { User } from '../users/user.ts'
import { makeTotpSecret } from './authenticator-app.ts'
import { answerUrl, type AuthorizationRequest } from './authorization-request.ts'
import { LOGIN_CODE_LIFETIME_MS } from './login-code.ts'
import { decideNext } from './next-stage.ts'
import { hashRecoveryCode } from './prove-identity.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { ATTEMPT_LIFETIME_MS, type SignInAttempt, type AttemptStage, type Proven } from './sign-in-attempt.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** The next step of a sign-in: another page, or its end. */
export type SignInMove =
  | { readonly kind: 'stage'; readonly attempt: SignInAttempt }
  | { readonly kind: 'leave'; readonly url: string }
  /** The same sign-in has ended before. */
  | { readonly kind: 'over' }

/** Begins a sign-in. */
export function beginSignInAttempt(
  { random, realTime }: Pick<SignInPorts, 'random' | 'realTime'>,
  request: AuthorizationRequest | null,
  stage: AttemptStage,
): SignInAttempt {
  return {
    id: random.uuid(),
    formToken: makeCapability(random),
    expiresAtMs: realTime.now() + ATTEMPT_LIFETIME_MS,
    request,
    stage,
  }
}

/** Continues after a proof, or after a required action is done. */
export async function advance(
  ports: SignInPorts,
  attempt: SignInAttempt,
  {
    user,
    ip,
    isDone = false,
    ...proven
  }: Proven & { readonly user: User; readonly ip: string; readonly isDone?: boolean },
): Promise<SignInMove> {
  const { request } = attempt
  if (request === null) return { kind: 'over' }
  const { merchantId } = user
  if (merchantId !== null && !(await ports.isMerchantActive(merchantId))) return refuse(ports, request, user)
  const next = decideNext(user, proven.methods, {
    requiresSecondFactor: ports.requiresSecondFactor,
    action: request.action,
    isDone,
  })
  switch (next) {
    case 'second_factor':
      return stageOf(ports, request, { name: 'second_factor', userId: user.id })
    case 'set_up_authenticator':
      return stageOf(ports, request, { name: next, ...proven, totpSecret: makeTotpSecret(ports.random) })
    case 'set_up_passkey':
      return stageOf(ports, request, { name: next, ...proven })
    case 'change_password':
      return stageOf(ports, request, { name: next, ...proven })
    case 'recovery_codes':
      return showRecoveryCodes(ports, request, proven)
    case 'finish':
      return finish(ports, attempt, request, { user, ip, ...proven })
  }
}

/** Makes new recovery codes, the only ones from now on, and shows them once. */
export async function showRecoveryCodes(
  ports: SignInPorts,
  request: AuthorizationRequest,
  proven: Proven,
): Promise<SignInMove> {
  const codes = makeRecoveryCodes(ports.random)
  const hashes = codes.map((code) => hashRecoveryCode(proven.userId, code))
  await ports.users.setRecoveryCodes(proven.userId, hashes, ports.realTime.now())
  return stageOf(ports, request, { name: 'recovery_codes', ...proven, codes })
}

function stageOf(ports: SignInPorts, request: AuthorizationRequest, stage: AttemptStage): SignInMove {
  return { kind: 'stage', attempt: beginSignInAttempt(ports, request, stage) }
}

/** Redirects to the client with access_denied (RFC 6749 §4.1.2.1). */
function refuse(
  { issuer, recordSecurityEvent }: SignInPorts,
  { redirectUri, state }: AuthorizationRequest,
  { id, merchantId }: User,
): SignInMove {
  recordSecurityEvent({
    merchantId,
    actor: 'user',
    action: 'authentication.refuse',
    subject: id,
    isAboutKnown: true,
    detail: { outcome: 'merchant_inactive' },
  })
  const error = { error: 'access_denied', error_description: 'the merchant is not active' }
  return { kind: 'leave', url: answerUrl(redirectUri, { state, issuer: issuer(), ...error }) }
}

/** Leads back to the client with a code. */
async function finish(
  { codes, random, realTime, issuer, recordSecurityEvent, users, knownNetworks }: SignInPorts,
  { id: attemptId }: SignInAttempt,
  request: AuthorizationRequest,
  { user, ip, methods, authenticatedAtMs }: Proven & { readonly user: User; readonly ip: string },
): Promise<SignInMove> {
  const code = makeCapability(random)
  const isFirst = await codes.add({
    codeHash: hashSecret(code),
    attemptId,
    grantId: random.uuid(),
    userId: user.id,
    clientId: request.clientId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    scope: request.scope,
    methods,
    authenticatedAtMs,
    expiresAtMs: realTime.now() + LOGIN_CODE_LIFETIME_MS,
  })
  if (!isFirst) return { kind: 'over' }
  // The user is read again because a change during this sign-in removes the account's networks.
  await knownNetworks.remember({ network: addressBlock(ip), user: await users.find(user.id) }, realTime.now())
  recordSecurityEvent({
    merchantId: user.merchantId,
    actor: 'user',
    action: 'authentication.accept',
    subject: user.id,
    isAboutKnown: true,
    detail: { outcome: 'signed_in', methods: methods.join(' ') },
  })
  return {
    kind: 'leave',
    url: answerUrl(request.redirectUri, { state: request.state, issuer: issuer(), code }),
  }
}
