import { TEXTS } from '../texts/texts.ts'
import { findNotices, type Notice } from '../users/notices.ts'
import { learnMethodNames } from '../wording/say-method-type.ts'
import {
  findSession,
  openLink,
  returnToPlace,
  type Session,
  takeLinkToken,
  takeSignInFailure,
} from './session.ts'

/** What the portal begins with. */
export type Beginning =
  | { readonly is: 'signed-out'; readonly reason: string | null }
  | { readonly is: 'signed-in'; readonly session: Session; readonly notices: readonly Notice[] }

/**
 * Finds out who is signed in, by a session or by a one-time link. Notices are loaded before the page is shown: a later
 * one would move what is under the pointer.
 *
 * @throws {Refusal} when the gateway cannot be reached.
 */
export async function beginSession(): Promise<Beginning> {
  const token = takeLinkToken()
  if (token !== null && !(await openLink(token))) return { is: 'signed-out', reason: TEXTS.signIn.used }
  const reason = takeSignInFailure() ? TEXTS.signIn.failed : null
  const session = await findSession()
  if (session === null) return { is: 'signed-out', reason }
  learnMethodNames(session.method_names)
  const notices = await findNotices(session)
  returnToPlace()
  return { is: 'signed-in', session, notices }
}
