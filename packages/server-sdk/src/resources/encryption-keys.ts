import type { EncryptionKeySet } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { ReadOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'

/** The keys that card fields are sealed for. */
export interface EncryptionKeys {
  /**
   * Reads the merchant's key set. Always calls the gateway; `client.encryptCard` caches the set as long as it is
   * allowed to.
   *
   * @see docs/protocol/card-encryption.md#key-distribution
   */
  get(options?: ReadOptions): ApiPromise<EncryptionKeySet>
}

export function createEncryptionKeys(transport: Transport): EncryptionKeys {
  return { get: (options) => transport.call('getEncryptionKeys', {}, options) }
}
