import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { chooseKeysToPublish } from './encryption-keys.ts'
import { toKeySet } from './encryption-keys.wire.ts'
import type { MerchantStore } from './merchant.store.ts'

/** Serves a merchant's public encryption keys. @see docs/protocol/card-encryption.md#key-distribution */
export function registerEncryptionKeys(
  server: HttpServer,
  {
    merchants,
    clock,
  }: { readonly merchants: Pick<MerchantStore, 'listEncryptionKeys'>; readonly clock: Clock },
): void {
  registerEndpoint(server, 'getEncryptionKeys', async ({ caller, headers }) => {
    const keys = await merchants.listEncryptionKeys(caller.merchantId)
    const body = toKeySet(chooseKeysToPublish(keys, clock.now()))
    const etag = `"${sha256Base64Url(JSON.stringify(body))}"`
    const caching = {
      'cache-control': `private, max-age=${LIMITS.ENCRYPTION_KEYS_MAX_AGE_SECONDS}`,
      vary: 'Authorization, x-client-key',
      etag,
    }
    if (isKnown(etag, headers['if-none-match'])) return { status: 304, headers: caching }
    return { status: 200, body, headers: { ...caching, 'content-type': 'application/jwk-set+json' } }
  })
}

/** Follows RFC 9110 §13.1.2: a list of tags, compared weakly, or `*`. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
