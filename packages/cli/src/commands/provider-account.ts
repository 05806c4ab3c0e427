import type { CommandCall } from './command.ts'
import { MISUSED, Refusal } from './operator-outcome.ts'

/** The limit of the endpoints, too: the audit trail stores the reason. */
const REASON_MAX_CHARS = 255

/** Splits at the first slash: an account id may contain slashes, a provider id may not. @throws {@link Refusal} */
export function readAccount(text: string): { readonly providerId: string; readonly accountId: string } {
  const [, providerId, accountId] = /^([^/]+)\/(.+)$/.exec(text) ?? []
  if (providerId === undefined || accountId === undefined)
    throw new Refusal(`The account must have the form <provider>/<account> (got ${text}).`, MISUSED)
  return { providerId, accountId }
}

/** Reads why an operator does something at a provider. @throws {@link Refusal} */
export function readReason({ reason: given }: CommandCall['options']): string {
  const reason = typeof given === 'string' ? given.trim() : ''
  if (reason === '' || reason.length > REASON_MAX_CHARS)
    throw new Refusal(
      `--reason is required (1 to ${REASON_MAX_CHARS} characters); it is stored in the audit log.`,
      MISUSED,
    )
  return reason
}
