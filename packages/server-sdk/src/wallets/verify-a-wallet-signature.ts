import { WalletTokenError } from '../errors/wallet-token-error.ts'
import type { ReadAWalletToken } from './a-wallet-token.ts'
import { concatBytes, equalBytes, sha256 } from './bytes.ts'
import { type Certificate, isIssuedBy, isValidAt, maySign } from './certificate.ts'
import { DerError } from './der.ts'
import { isSignedBy } from './ecdsa.ts'
import { readSignedData, type SignedData } from './signed-data.ts'

/** Extensions that define the purpose of a certificate of the wallet. */
const LEAF_EXTENSION = '1.2.840.113635.100.6.29'
const INTERMEDIATE_EXTENSION = '1.2.840.113635.100.6.2.14'

/** Options of the verification. */
export interface SignatureRules {
  readonly roots: readonly Certificate[]
  readonly toleranceMs: number
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

/**
 * Verifies who made a token, when, and that it was not changed.
 *
 * @throws When one of that is not so. {@link WalletTokenError}
 */
export async function verifyAWalletSignature(token: ReadAWalletToken, rules: SignatureRules): Promise<void> {
  try {
    const signedData = readSignedData(token.signature)
    await checkContent(signedData, token)
    await checkChain(signedData, rules.roots)
    checkTime(signedData.signingTimeMs, rules)
  } catch (error) {
    if (error instanceof DerError) throw new WalletTokenError('SIGNATURE_INVALID', { cause: error })
    throw error
  }
}

async function checkContent(signedData: SignedData, token: ReadAWalletToken): Promise<void> {
  const { ephemeralPublicKey, data, transactionIdBytes, applicationData } = token
  const content = concatBytes(ephemeralPublicKey, data, transactionIdBytes, applicationData)
  const { messageDigest, signer, signed } = signedData
  const isWhole =
    equalBytes(messageDigest, await sha256(content)) &&
    signer.key !== null &&
    (await isSignedBy(signer.key, signed))
  if (!isWhole) throw new WalletTokenError('SIGNATURE_INVALID')
}

/** Leaf, intermediate, root: each valid when the token was signed, since wallets replace the first two. */
async function checkChain(
  { signer, certificates, signingTimeMs }: SignedData,
  roots: readonly Certificate[],
): Promise<void> {
  const isUsable = (certificate: Certificate) => isValidAt(certificate, signingTimeMs)
  if (signer.extensions.has(LEAF_EXTENSION) && maySign(signer) && isUsable(signer)) {
    const authorities = certificates.filter(({ extensions }) => extensions.has(INTERMEDIATE_EXTENSION))
    for (const intermediate of authorities.filter(isUsable)) {
      if (!(await isIssuedBy(signer, intermediate))) continue
      for (const root of roots.filter(isUsable)) if (await isIssuedBy(intermediate, root)) return
    }
  }
  throw new WalletTokenError('CERTIFICATE_UNTRUSTED')
}

function checkTime(signingTimeMs: number, { toleranceMs, nowMs }: SignatureRules): void {
  if (signingTimeMs - nowMs > toleranceMs) throw new WalletTokenError('SIGNED_IN_THE_FUTURE')
  // Written so that no token passes by a clock that gives no number.
  if (!(nowMs - signingTimeMs <= toleranceMs)) throw new WalletTokenError('SIGNED_TOO_LONG_AGO')
}
