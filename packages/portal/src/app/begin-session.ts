import { TEXTS } from '../texts/texts.ts'
import { setMethodNames } from '../wording/method-type-name.ts'
import {
  findSession,
  openLink,
  returnToPlace,
  type Session,
  takeLinkToken,
  takeSignInFailure,
} from './session.ts'

/** The state in which the portal starts. */
export type Beginning =
  | { readonly is: 'signed-out'; readonly reason: string | null }
  | { readonly is: 'signed-in'; readonly session: Session }

/**
 * Finds out who is signed in, by a session or by a one-time link.
 *
 * @throws {Refusal} when the gateway cannot be reached.
 */
export async function beginSession(): Promise<Beginning> {
  const token = takeLinkToken()
  const reason = takeSignInFailure() ? TEXTS.signIn.failed : null
  const session = token === null ? await findSession() : await openLink(token)
  if (session === null) return { is: 'signed-out', reason: token === null ? reason : TEXTS.signIn.used }
  setMethodNames(session.method_names)
  returnToPlace()
  return { is: 'signed-in', session }
}
