import { type EciesMessage, openEcies } from '@sluice/shared/ecies'
import type { AgreementKey } from '@sluice/shared/p256'
import { readBase64 } from './read-base64.ts'
import { hasExactly, readJsonMembers } from './read-json.ts'
import { type Failed, failed, TOKEN_VERSIONS, type WalletToken } from './wallet-token.ts'

/** Decrypts the message of a verified token with the first matching key. */
export function decryptMessage(
  { version, signedMessage }: WalletToken,
  keys: readonly AgreementKey[],
): { readonly ok: true; readonly plaintext: Buffer } | Failed {
  const message = readMessage(signedMessage)
  if (message === null) return failed('message_unreadable')
  for (const key of keys) {
    const sharedSecret = key.agree(message.ephemeralPublicKey)
    const plaintext = sharedSecret && openEcies(TOKEN_VERSIONS[version], sharedSecret, message)
    if (plaintext) return { ok: true, plaintext }
  }
  return failed('undecryptable')
}

function readMessage(text: string): EciesMessage | null {
  const members = readJsonMembers(text)
  if (members === null || !hasExactly(members, ['encryptedMessage', 'ephemeralPublicKey', 'tag'])) return null
  const encryptedMessage = readBytes(members['encryptedMessage'])
  const ephemeralPublicKey = readBytes(members['ephemeralPublicKey'])
  const tag = readBytes(members['tag'])
  return encryptedMessage && ephemeralPublicKey && tag && { encryptedMessage, ephemeralPublicKey, tag }
}

function readBytes(value: unknown): Buffer | null {
  return typeof value === 'string' ? readBase64(value) : null
}
