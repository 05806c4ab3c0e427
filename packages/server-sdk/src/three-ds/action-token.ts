import type { ActionToken } from '@sluice/types'
import { readBrowserMessage } from '@sluice/types/vocabulary'
import { ContractError } from '../errors/contract-error.ts'

/** EMV 3DS 2.2.0, which nearly every issuer speaks. */
const USUAL_MESSAGE_VERSION = '2.2.0'

/** EMV's code for a challenge that takes the whole window: every issuer's page fits there. */
const FULL_SCREEN = '05'

/**
 * Reads `action.token`.
 *
 * @throws When it is not Base64 JSON with the members above, or an address is not `http(s)`. {@link ContractError}
 * @see docs/protocol/three-ds.md#action-token
 */
export function decodeActionToken(token: string): ActionToken {
  const members = readBrowserMessage(token)
  if (!members) throw new ContractError({ what: 'action.token is not Base64 of a JSON object' })

  const acsUrl = readAddress(members, 'acs_url')
  return {
    three_ds_server_trans_id: readText(members, 'three_ds_server_trans_id'),
    // A fingerprint goes without: only the challenge request repeats the version.
    message_version:
      acsUrl === null
        ? (readOptionalText(members, 'message_version') ?? USUAL_MESSAGE_VERSION)
        : readText(members, 'message_version'),
    challenge_window_size: readOptionalText(members, 'challenge_window_size') ?? FULL_SCREEN,
    three_ds_method_url: readAddress(members, 'three_ds_method_url'),
    three_ds_method_notification_url: readAddress(members, 'three_ds_method_notification_url'),
    acs_url: acsUrl,
    acs_trans_id: readOptionalText(members, 'acs_trans_id'),
  }
}

type Members = Readonly<Record<string, unknown>>

function readText(members: Members, name: keyof ActionToken): string {
  const value = readOptionalText(members, name)
  if (value === null) throw new ContractError({ what: `action.token.${name} is required` })
  return value
}

function readOptionalText(members: Members, name: keyof ActionToken): string | null {
  const value = members[name] ?? null
  if (value !== null && typeof value !== 'string') {
    throw new ContractError({ what: `action.token.${name} is not a string` })
  }
  return value === '' ? null : value
}

/** The browser is sent there, so `javascript:` and its like must not get through. */
function readAddress(members: Members, name: keyof ActionToken): string | null {
  const value = readOptionalText(members, name)
  if (value !== null && !isWebAddress(value)) {
    throw new ContractError({ what: `action.token.${name} is not an http(s) address` })
  }
  return value
}

/** Returns whether a browser may be sent to `text`. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
