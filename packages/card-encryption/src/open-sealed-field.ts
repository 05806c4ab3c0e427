import { hash } from 'node:crypto'
import { concat, wipe, type Bytes } from './bytes.ts'
import { deriveSchedule, type KeySchedule, open, type Suite, SUITES } from './hpke.ts'
import { nodeOpening, readBase64 } from './node.ts'
import type { OpenedField, OpenFailure, OpenFieldOptions } from './open-result.ts'
import { decodePlaintext } from './plaintext.ts'
import type { PrivateEncryptionKey } from './private-key.ts'
import { encodeAssociatedData, encodeInfo, isSuite, splitSealedField, VERSION } from './sealed-field.ts'
import { runStepsNow } from './steps.ts'

/**
 * Opens the HPKE form. The order of the checks is part of the protocol: what can be refused cheaply is refused first.
 *
 * @returns The content, or the first check that failed. Says nothing about its age.
 * @see docs/protocol/card-encryption.md#card-encryption
 */
export function openSealedField({ wire, field, context, keys }: OpenFieldOptions): OpenedField | OpenFailure {
  const bytes = readBase64(wire)
  const sealed = bytes && splitSealedField(bytes)
  if (sealed === undefined) return 'malformed'
  if (sealed.version !== VERSION) return 'unsupported_version'

  const keyId = Buffer.from(sealed.keyId).toString('base64url')
  const key = keys.get(keyId)
  if (key === undefined) return 'unknown_key'
  if (key.alg === 'ECDH-ES' || !isSuite(sealed.suiteIds, SUITES[key.alg])) return 'suite_mismatch'

  let plaintext: Bytes
  try {
    plaintext = runStepsNow(
      open(nodeOpening, SUITES[key.alg], {
        recipient: key.keyPair,
        enc: sealed.enc,
        schedule: scheduleOf(key, SUITES[key.alg], sealed.header),
        associatedData: encodeAssociatedData(field, context),
        ciphertext: sealed.ciphertext,
      }),
    )
  } catch {
    return 'decrypt_error'
  }

  const content = decodePlaintext(plaintext)
  wipe(plaintext)
  if (content === undefined) return 'decrypt_error'
  const replayKey = new Uint8Array(hash('sha256', concat(sealed.keyId, sealed.enc), 'buffer'))
  return { ...content, keyId, replayKey }
}

/** Key schedules by private key. A header has only version, key id and suite, and all three were compared with the key. */
const schedules = new WeakMap<PrivateEncryptionKey, KeySchedule>()

function scheduleOf(key: PrivateEncryptionKey, suite: Suite, header: Bytes): KeySchedule {
  const known = schedules.get(key)
  if (known !== undefined) return known
  const schedule = runStepsNow(deriveSchedule(nodeOpening, suite, encodeInfo(header)))
  schedules.set(key, schedule)
  return schedule
}
