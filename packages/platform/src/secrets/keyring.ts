import type { Clock } from '../kernel/clock.ts'
import { deriveKey, KEY_BYTES } from '../crypto/aead.ts'

/** A master key and the time from which it seals. */
export interface MasterKey {
  /** 32 bytes. */
  readonly key: Uint8Array
  /** Epoch milliseconds; 0 for a key without a date. Until then it only opens. */
  readonly notBeforeMs: number
}

/** A master key with its id. */
export interface IdentifiedKey extends MasterKey {
  /** 8 hexadecimal digits: enough to distinguish two keys, and without information about them. */
  readonly id: string
}

/** The master keys of the service: the latest valid one that all processes have read seals, all open. */
export interface Keyring {
  current(): IdentifiedKey
  /** The latest of the keys that all processes have, even before it is valid; null: no other process is known. */
  latestOf(ids: ReadonlySet<string> | null): IdentifiedKey
  find(id: string): IdentifiedKey | null
  list(): readonly IdentifiedKey[]
  /** Lets only these keys seal from now on; null: every key may. If none of them is known, every key may as well. */
  sealOnlyUnder(ids: ReadonlySet<string> | null): void
  /** Takes what the key provider says now. */
  replace(keys: readonly MasterKey[]): void
}

/** The length of the key id that precedes every sealed value. */
export const KEY_ID_BYTES = 4

/** @throws When there is no key, or one is not 32 bytes long. */
export function createKeyring(keys: readonly MasterKey[], clock: Clock): Keyring {
  let ring = identify(keys)
  let sealing: ReadonlySet<string> | null = null
  const among = (ids: ReadonlySet<string> | null) => {
    const shared = ids === null ? ring : ring.filter(({ id }) => ids.has(id))
    return shared.length === 0 ? ring : shared
  }
  return {
    current() {
      const nowMs = clock.now()
      const usable = among(sealing)
      // The first one seals if all are valid only later, because one has to.
      return demand(usable.filter(({ notBeforeMs }) => notBeforeMs <= nowMs).at(-1) ?? usable[0])
    },
    latestOf: (ids) => demand(among(ids).at(-1)),
    find: (id) => ring.find((key) => key.id === id) ?? null,
    list: () => ring,
    sealOnlyUnder(ids) {
      sealing = ids
    },
    replace(next) {
      ring = identify(next)
    },
  }
}

function demand(key: IdentifiedKey | undefined): IdentifiedKey {
  if (key === undefined) throw new TypeError('a keyring needs a master key')
  return key
}

/** Sorts keys from the oldest to the latest; of keys without a date, the first one is the latest. */
function identify(keys: readonly MasterKey[]): readonly IdentifiedKey[] {
  if (keys.length === 0) throw new TypeError('a keyring needs a master key')
  return keys
    .map((key) => ({ ...key, id: idOf(key.key) }))
    .reverse()
    .sort((a, b) => a.notBeforeMs - b.notBeforeMs)
}

function idOf(key: Uint8Array): string {
  if (key.length !== KEY_BYTES)
    throw new TypeError(`a master key must be ${KEY_BYTES} bytes long, not ${key.length}`)
  return deriveKey(key, 'sluice master key id').subarray(0, KEY_ID_BYTES).toString('hex')
}
