import { KEY_BYTES } from '../crypto/aead.ts'
import type { Timers } from '../kernel/timers.ts'
import { createSystemRandom, systemClock, systemTimers } from '../system.ts'
import type { KeyProvider } from './key-provider.ts'
import { idsOfAll, type KeyReader, listKeyReaders } from './key-readers.store.ts'
import { createKeyring, type IdentifiedKey } from './keyring.ts'
import { KEY_RELOAD_INTERVAL_MS } from './reload-keys.ts'
import { countOutdated, resealAll, type ResealPorts, type SealedColumn } from './reseal.store.ts'
import type { SecretsTables } from './secrets.tables.ts'

/** Until a new key seals every gateway has read it: two readings, and some air. */
const ANNOUNCED_FOR_MS = 30_000

/** A process that ended without a word is waited for one minute; this leaves the others several readings. */
const WAIT_MAX_MS = 120_000

/** How often the command looks whether everything is sealed under the new key. */
const LOOK_INTERVAL_MS = 1_000

export interface MasterKeyRotation {
  /** Of the key that everything is, or will be, sealed under. */
  readonly keyId: string
  /** Whether this run made it; otherwise it finishes an earlier rotation. */
  readonly isNew: boolean
  /** How many values were sealed anew; null where a running gateway does it. */
  readonly resealed: number | null
  /** Processes that have not read the key, so that nothing is sealed under it: the next run goes on. */
  readonly behind: readonly string[]
}

/** What a rotation works with. */
export interface RotationPorts<DB extends SecretsTables> extends ResealPorts<DB> {
  readonly sealedColumns: readonly SealedColumn[]
  /** Whether no other process can work on the database: then there is nobody to wait for. */
  readonly isAlone: boolean
}

interface RotationTimes {
  readonly timers: Pick<Timers, 'sleep'>
  readonly announcedForMs: number
  readonly waitMaxMs: number
}

/**
 * Puts a new master key in the place of the current one while gateways run. The key seals once every live process has
 * reported it; then everything is sealed under it. A run that was interrupted is finished by the next, or by a running
 * gateway.
 *
 * @param ports - null while a gateway has the embedded database: it notices the key and does the work.
 * @decision 0351
 * @throws When the keys come from a command and everything is sealed under the current one: the KMS makes the next.
 */
export async function rotateMasterKey<DB extends SecretsTables>(
  provider: KeyProvider,
  ports: RotationPorts<DB> | null,
  {
    timers = systemTimers,
    announcedForMs = ANNOUNCED_FOR_MS,
    waitMaxMs = WAIT_MAX_MS,
  }: Partial<RotationTimes>,
): Promise<MasterKeyRotation> {
  const ring = createKeyring(await provider.load(), systemClock)
  const latest = ring.list().at(-1) ?? ring.current()
  const isUnfinished =
    latest.notBeforeMs > systemClock.now() ||
    (ports !== null &&
      (latest.id !== ports.keyring.current().id || (await countOutdated(ports, ports.sealedColumns)) > 0))
  const isNew = !isUnfinished
  const noticeMs = ports?.isAlone === true ? 0 : announcedForMs
  const target = isNew ? await announce(provider, noticeMs) : latest
  if (ports === null) return { keyId: target.id, isNew, resealed: null, behind: [] }

  ports.keyring.replace(await provider.load())
  const done = await sealUnder(target.id, ports, { timers, announcedForMs: noticeMs, waitMaxMs })
  return { keyId: target.id, isNew, ...done }
}

/** Waits for the other processes, and seals everything under the key. */
async function sealUnder<DB extends SecretsTables>(
  keyId: string,
  ports: RotationPorts<DB>,
  times: RotationTimes,
): Promise<Pick<MasterKeyRotation, 'resealed' | 'behind'>> {
  const { keyring, sealedColumns } = ports
  const { timers, announcedForMs } = times
  const unread = await nameThoseBehind(ports, ({ keyIds }) => keyIds.includes(keyId), times)
  if (unread.length > 0) return { resealed: 0, behind: unread }
  while (keyring.current().id !== keyId) {
    keyring.sealOnlyUnder(idsOfAll(await listKeyReaders(ports)))
    await timers.sleep(LOOK_INTERVAL_MS)
  }
  const first = await resealAll(ports, sealedColumns)
  const unsealed = await nameThoseBehind(ports, ({ sealingId }) => sealingId === keyId, times)
  // A gateway whose clock is behind may seal under the old key for a moment: the last look comes after that.
  await timers.sleep(announcedForMs === 0 ? 0 : KEY_RELOAD_INTERVAL_MS)
  return { resealed: first + (await resealAll(ports, sealedColumns)), behind: unsealed }
}

async function announce(provider: KeyProvider, announcedForMs: number): Promise<IdentifiedKey> {
  if (provider.add === null) {
    throw new Error(
      'Everything is sealed under the current master key. Add the next one where SLUICE_MASTER_KEY_COMMAND gets its keys, with the time from which it seals, and run this again.',
    )
  }
  const notBeforeMs = systemClock.now() + announcedForMs
  const key = { key: createSystemRandom(systemClock).bytes(KEY_BYTES), notBeforeMs }
  await provider.add(key)
  return createKeyring([key], systemClock).current()
}

/** Waits until every live process has reported what is asked of them; gives the names of those that have not in time. */
async function nameThoseBehind<DB extends SecretsTables>(
  ports: Pick<RotationPorts<DB>, 'db' | 'dialect'>,
  has: (reader: KeyReader) => boolean,
  { timers, waitMaxMs }: Pick<RotationTimes, 'timers' | 'waitMaxMs'>,
): Promise<readonly string[]> {
  for (let waitedMs = 0; ; waitedMs += LOOK_INTERVAL_MS) {
    const behind = (await listKeyReaders(ports)).filter((reader) => !has(reader))
    if (behind.length === 0 || waitedMs >= waitMaxMs) return behind.map(({ name }) => name)
    await timers.sleep(LOOK_INTERVAL_MS)
  }
}
