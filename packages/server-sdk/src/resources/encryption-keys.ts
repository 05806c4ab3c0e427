import {
  chooseKey,
  EncryptionKeyError,
  parseKeySet,
  type PublicEncryptionKey,
  sealCard,
  type SealedCard,
} from '@sluice/card-encryption/encrypt'
import type { EncryptionKeySet } from '@sluice/types'
import { ContractError } from '../errors/contract-error.ts'
import type { CallResult, Transport } from '../http/transport.ts'
import { type Card, checkCard } from './card.ts'

/** The keys that card fields are sealed for. */
export interface EncryptionKeys {
  /**
   * Reads the merchant's key set. Always asks the gateway; `client.encryptCard` keeps the set while it may.
   *
   * @see docs/protocol.md#key-distribution
   */
  get(): Promise<EncryptionKeySet>
}

export interface CardSealing {
  readonly encryptionKeys: EncryptionKeys
  readonly encryptCard: (card: Card) => Promise<SealedCard>
}

interface CachedKeys {
  readonly keys: readonly PublicEncryptionKey[]
  readonly freshUntilMs: number
}

/** How long a set may be kept whose answer does not say. */
const MAX_AGE_WHEN_UNSAID_SECONDS = 300

export function createCardSealing(transport: Transport, now: () => number): CardSealing {
  let cached: CachedKeys | null = null
  let pending: Promise<CachedKeys> | null = null

  const fetchKeySet = () => transport.call('getEncryptionKeys', {})

  async function currentKeys(): Promise<readonly PublicEncryptionKey[]> {
    if (cached && now() < cached.freshUntilMs) return cached.keys
    const askedAtMs = now()
    pending ??= fetchKeySet()
      .then((result) => (cached = keepKeys(result, askedAtMs)))
      .finally(() => (pending = null))
    return (await pending).keys
  }

  return {
    encryptionKeys: {
      async get() {
        return (await fetchKeySet()).body
      },
    },
    async encryptCard(card) {
      checkCard(card)
      const keys = await currentKeys()
      const nowSeconds = Math.floor(now() / 1_000)
      const key = judgeKeys(() => chooseKey(keys, nowSeconds))
      return sealCard({ key, issuedAtSeconds: nowSeconds, card: { ...card } })
    },
  }
}

function keepKeys({ body, headers }: CallResult<'getEncryptionKeys'>, askedAtMs: number): CachedKeys {
  return {
    keys: judgeKeys(() => parseKeySet(body)),
    freshUntilMs: askedAtMs + readMaxAgeSeconds(headers) * 1_000,
  }
}

/** A key set that cannot be used is a broken promise of the gateway. */
function judgeKeys<Value>(read: () => Value): Value {
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
