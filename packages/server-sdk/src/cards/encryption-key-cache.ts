import {
  chooseKey,
  EncryptionKeyError,
  parseKeySet,
  type PublicEncryptionKey,
} from '@sluice/card-encryption/encrypt'
import type { EncryptionKeySet } from '@sluice/types'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { ContractError } from '../errors/contract-error.ts'

/** A key set as it arrived. */
export interface FetchedKeySet {
  readonly data: EncryptionKeySet
  readonly headers: Headers
}

export interface EncryptionKeyCache {
  /**
   * Returns the key to seal for now.
   *
   * @throws When the gateway publishes no key that may be used. {@link ContractError}
   * @throws When it publishes none of the accepted ones. {@link ConfigurationError}
   */
  currentKey(): Promise<PublicEncryptionKey>
  /** Call it when the gateway refused a key: the next call fetches the set again. */
  forget(): void
}

interface Kept {
  readonly keys: readonly PublicEncryptionKey[]
  readonly freshUntilMs: number
}

/** The lifetime of a set whose response names none. */
const MAX_AGE_WHEN_UNSAID_SECONDS = 300

/**
 * Caches a merchant's key set as long as the gateway allows, and fetches it once for concurrent calls. A set without
 * a usable key is fetched again even if it is fresh, because keys are rotated before their set is stale.
 *
 * @param acceptedKeys - thumbprints (`kid`) of the only keys to seal for; `undefined` accepts all that are published.
 */
export function createEncryptionKeyCache(
  fetchKeySet: () => Promise<FetchedKeySet>,
  now: () => number,
  acceptedKeys: readonly string[] | undefined,
): EncryptionKeyCache {
  let kept: Kept | null = null
  let pending: Promise<Kept> | null = null

  function refetch(): Promise<Kept> {
    const askedAtMs = now()
    pending ??= fetchKeySet()
      .then((fetched) => (kept = keep(fetched, askedAtMs)))
      .finally(() => (pending = null))
    return pending
  }

  const nowSeconds = () => Math.floor(now() / 1_000)
  const accepted = ({ keys }: Kept) =>
    acceptedKeys === undefined ? keys : keys.filter(({ kid }) => acceptedKeys.includes(kid))

  return {
    async currentKey() {
      if (kept && now() < kept.freshUntilMs) {
        try {
          return chooseKey(accepted(kept), nowSeconds())
        } catch (error) {
          if (!(error instanceof EncryptionKeyError)) throw error
        }
      }
      const fetched = await refetch()
      const keys = accepted(fetched)
      if (keys.length === 0 && fetched.keys.length > 0)
        throw new ConfigurationError(
          'acceptedEncryptionKeys',
          'matches none of the keys that the gateway publishes',
        )
      return readKeysOrRefuse(() => chooseKey(keys, nowSeconds()))
    },
    forget: () => (kept = null),
  }
}

function keep({ data, headers }: FetchedKeySet, askedAtMs: number): Kept {
  return {
    keys: readKeysOrRefuse(() => parseKeySet(data)),
    freshUntilMs: askedAtMs + readMaxAgeSeconds(headers) * 1_000,
  }
}

/** A key set that cannot be used is a broken promise of the gateway. */
function readKeysOrRefuse<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof EncryptionKeyError)) throw cause
    const call = { method: 'GET', path: '/api/encryption-keys' }
    throw new ContractError({ call, cause, what: `the encryption keys cannot be used (${cause.code})` })
  }
}

/** `max-age` of RFC 9111 §5.2.2.1. */
function readMaxAgeSeconds(headers: Headers): number {
  const [, seconds] =
    /(?:^|[\s,])max-age=([0-9]{1,9})(?:[\s,]|$)/i.exec(headers.get('cache-control') ?? '') ?? []
  return seconds === undefined ? MAX_AGE_WHEN_UNSAID_SECONDS : Number(seconds)
}
