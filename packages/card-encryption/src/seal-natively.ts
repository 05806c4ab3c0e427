import { encodeBase64 } from './base64.ts'
import { concat, type Bytes } from './bytes.ts'
import { seal, SUITES } from './hpke.ts'
import type { PublicEncryptionKey } from './key.ts'
import { nativeSealing } from './native.ts'
import { encodePlaintext } from './plaintext.ts'
import { encodeAssociatedData, encodeHeader, encodeInfo, type SealedFieldName } from './sealed-field.ts'
import { runSteps } from './steps.ts'

const SUITE = SUITES['HPKE-7']
const UNCOMPRESSED_POINT = 0x04

export interface NativeSealOptions {
  /** The keys, in the order of the gateway's response. */
  readonly keys: readonly PublicEncryptionKey[]
  readonly context: string
  /** Now, in whole seconds since the epoch, by the gateway's clock. */
  readonly issuedAtSeconds: number
}

/**
 * Seals fields in a document of the gateway itself: a third of the bytes of {@link sealCard}, because it contains only
 * the suite that browsers support, and because keys that the gateway sent over its own connection need no second check.
 *
 * @param values - By the member they are sent under; normalised as for {@link sealField}.
 * @returns the sealed fields under the same names. Null when no key is valid now: fetch the keys again.
 * @internal For the card frame and the hosted page.
 */
export async function sealNatively<Name extends SealedFieldName>(
  values: Readonly<Record<Name, string>>,
  { keys, context, issuedAtSeconds }: NativeSealOptions,
): Promise<Record<Name, string> | null> {
  const key = keys.find(
    ({ alg, nbf, exp }) =>
      alg === 'HPKE-7' && (nbf ?? 0) <= issuedAtSeconds && issuedAtSeconds < (exp ?? Infinity),
  )
  if (key === undefined) return null
  const { kid, x, y = '' } = key

  async function sealOne([field, value]: [string, string]): Promise<[string, string]> {
    const header = encodeHeader(bytesOf(kid), SUITE)
    const { enc, ciphertext } = await runSteps(
      seal(nativeSealing, SUITE, {
        ephemeral: await nativeSealing.generateKeyPair(SUITE.kem),
        recipientPublicKey: concat(Uint8Array.of(UNCOMPRESSED_POINT), bytesOf(x), bytesOf(y)),
        info: encodeInfo(header),
        associatedData: encodeAssociatedData(field as SealedFieldName, context),
        plaintext: encodePlaintext({ value, issuedAtSeconds }),
      }),
    )
    return [field, encodeBase64(concat(header, enc, ciphertext))]
  }

  try {
    const sealed = await Promise.all(Object.entries<string>(values).map(sealOne))
    return Object.fromEntries(sealed) as Record<Name, string>
  } catch {
    // A member that is not Base64, or a point that is not on the curve.
    return null
  }
}

/** Reads Base64 of either alphabet, forgivingly: a point that is read wrong is not on the curve. */
function bytesOf(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
}
