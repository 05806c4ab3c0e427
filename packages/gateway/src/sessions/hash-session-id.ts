import { sha256Base64Url } from '@sluice/platform/crypto/aead'

/** Returns the hash by which the database identifies a session. The id itself opens a payment form, so it is not stored. */
export function hashSessionId(sessionId: string): string {
  return sha256Base64Url('session', sessionId)
}
