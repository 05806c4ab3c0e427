import { KEY_BYTES } from '../crypto/aead.ts'
import type { Timers } from '../kernel/timers.ts'
import { createSystemRandom, systemClock, systemTimers } from '../system.ts'
import type { KeyProvider } from './key-provider.ts'
import { idsOfAll, type KeyReader, listKeyReaders } from './key-readers.store.ts'
import { createKeyring, type IdentifiedKey } from './keyring.ts'
import { KEY_RELOAD_INTERVAL_MS } from './reload-keys.ts'
import { countOutdated, resealAll, type ResealPorts, type SealedColumn } from './reseal.store.ts'
import type { SecretsTables } from './secrets.tables.ts'

/** Delay until a new key is used: every gateway reads keys twice in this time, with a margin. */
const ANNOUNCED_FOR_MS = 30_000

/** A process that died is waited for one minute; this leaves the others time for several readings. */
const WAIT_MAX_MS = 120_000

/** How often the command checks whether everything is sealed under the new key. */
const LOOK_INTERVAL_MS = 1_000

export interface MasterKeyRotation {
  /** Id of the key under which everything is, or will be, sealed. */
  readonly keyId: string
  /** Whether this run created the key; otherwise it finishes an earlier rotation. */
  readonly isNew: boolean
  /** The number of resealed values; null if a running gateway reseals them. */
  readonly resealed: number | null
  /** Processes that have not read the key yet, so nothing is sealed under it; the next run continues. */
  readonly behind: readonly string[]
}

/** The ports of a rotation. */
export interface RotationPorts<DB extends SecretsTables> extends ResealPorts<DB> {
  readonly sealedColumns: readonly SealedColumn[]
  /** Whether no other process can use the database, so that there is no process to wait for. */
  readonly isAlone: boolean
}

interface RotationTimes {
  readonly timers: Pick<Timers, 'sleep'>
  readonly announcedForMs: number
  readonly waitMaxMs: number
}

/**
 * Replaces the master key while gateways run. The new key is used once every live process has reported it; then all values
 * are resealed under it. The next run, or a running gateway, finishes an interrupted run.
 *
 * @param ports - null while a gateway has the embedded database open: the gateway then detects the key and reseals.
 * @decision 0061
 * @throws When the keys come from a command and everything is sealed under the current one: the KMS creates the next.
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

/** Waits for the other processes, then reseals everything under the key. */
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
  // A gateway whose clock is behind may use the old key for a moment, so the last check runs after that.
  await timers.sleep(announcedForMs === 0 ? 0 : KEY_RELOAD_INTERVAL_MS)
  return { resealed: first + (await resealAll(ports, sealedColumns)), behind: unsealed }
}

async function announce(provider: KeyProvider, announcedForMs: number): Promise<IdentifiedKey> {
  if (provider.add === null) {
    throw new Error(
      'Everything is encrypted under the current master key. Add the next key to the source that SLUICE_MASTER_KEY_COMMAND reads, with the time from which it is used, then run this command again.',
    )
  }
  const notBeforeMs = systemClock.now() + announcedForMs
  const key = { key: createSystemRandom(systemClock).bytes(KEY_BYTES), notBeforeMs }
  await provider.add(key)
  return createKeyring([key], systemClock).current()
}

/** Waits until every live process has reported. Returns the names of those that have not reported in time. */
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
