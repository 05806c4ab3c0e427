import { hmacBase64Url } from '@sluice/platform/crypto/aead'
import type { Secret } from '@sluice/platform/kernel/secret'
import type { Sealer } from '@sluice/platform/secrets/sealer'

/** A token opens a payment page, so the database stores it encrypted and finds it by a keyed hash. */
export interface LinkTokens {
  /** The keyed hash by which the database finds a merchant's link. */
  lookupOf(merchantId: string, token: string): string
  seal(link: LinkKey, token: string): Buffer
  open(link: LinkKey, sealed: Uint8Array): string
}

interface LinkKey {
  readonly merchantId: string
  readonly id: string
}

/** Binds an encrypted token to its row: moved to another row, it cannot be decrypted. */
export function linkTokenPurpose(merchantId: string, id: string): string {
  return `payment link/${merchantId}/${id}`
}

export function createLinkTokens(
  sealer: Pick<Sealer, 'open' | 'seal'>,
  lookupKey: Secret<Uint8Array>,
): LinkTokens {
  return {
    lookupOf: (merchantId, token) =>
      hmacBase64Url(lookupKey.reveal(), 'payment link', `${merchantId}/${token}`),
    seal: ({ merchantId, id }, token) => sealer.seal(linkTokenPurpose(merchantId, id), Buffer.from(token)),
    open: ({ merchantId, id }, sealed) => sealer.open(linkTokenPurpose(merchantId, id), sealed).toString(),
  }
}
