import type { ActionToken } from '@sluice/types'

/**
 * Reads `action.token`, Base64 of JSON.
 *
 * @throws When it is not that; the gateway never sends such a token.
 * @see docs/protocol/three-ds.md#action-token
 */
export function decodeActionToken(token: string): ActionToken {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  return JSON.parse(new TextDecoder().decode(bytes)) as ActionToken
}
