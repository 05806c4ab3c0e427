import { sha256Base64Url } from '@sluice/platform/crypto/aead'

/** What the database knows a session by: its id opens a payment form, so it is not stored. */
export function hashSessionId(sessionId: string): string {
  return sha256Base64Url('session', sessionId)
}
