import { DatabaseOpenError } from '@sluice/platform/database/database-open-error'
import { KEY_BYTES } from '@sluice/platform/crypto/aead'
import { createKeyring, type IdentifiedKey } from '@sluice/platform/secrets/keyring'
import { idsOfAll, type KeyReader, listKeyReaders } from '@sluice/platform/secrets/key-readers.store'
import { countOutdated, resealAll } from '@sluice/platform/secrets/reseal.store'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import { type Infrastructure, createInfrastructure } from './infrastructure.ts'
import { chooseKeyProvider } from './key-provider.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { KEY_RELOAD_INTERVAL_MS } from './reload-keys.ts'

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

/**
 * Puts a new master key in the place of the current one while gateways run. The key seals once every live process has
 * reported it; then everything is sealed under it. A run that was interrupted is finished by the next, or by a running
 * gateway. Where the embedded database is free, no gateway runs, and the key seals at once.
 *
 * @decision 0351
 * @throws When the keys come from a command and everything is sealed under the current one: the KMS makes the next.
 */
export async function rotateMasterKey(
  config: Config,
  { timers = systemTimers, announcedForMs = ANNOUNCED_FOR_MS, waitMaxMs = WAIT_MAX_MS } = {},
): Promise<MasterKeyRotation> {
  const provider = chooseKeyProvider(config, createSystemRandom(systemClock))
  const opened = await createInfrastructure(config).catch((error: unknown) => {
    // The embedded database belongs to the gateway that runs: it notices the key and does the work.
    if (error instanceof DatabaseOpenError && config.databaseUrl === null) return null
    throw error
  })
  try {
    const ring = createKeyring(await provider.load(), systemClock)
    const latest = ring.list().at(-1) ?? ring.current()
    const isUnfinished =
      latest.notBeforeMs > systemClock.now() ||
      (opened !== null &&
        (latest.id !== opened.keyring.current().id || (await countOutdated(opened, SEALED_COLUMNS)) > 0))
    const isNew = !isUnfinished
    // Whoever holds the embedded database is its only process: there is nobody to wait for.
    const noticeMs = opened !== null && config.databaseUrl === null ? 0 : announcedForMs
    const target = isNew ? await announce(provider, noticeMs) : latest
    if (opened === null) return { keyId: target.id, isNew, resealed: null, behind: [] }

    opened.keyring.replace(await provider.load())
    const awaitReaders = async (has: (reader: KeyReader) => boolean) =>
      nameThoseBehind(opened, has, { timers, waitMaxMs })
    const unread = await awaitReaders(({ keyIds }) => keyIds.includes(target.id))
    if (unread.length > 0) return { keyId: target.id, isNew, resealed: 0, behind: unread }
    while (opened.keyring.current().id !== target.id) {
      opened.keyring.sealOnlyUnder(idsOfAll(await listKeyReaders(opened)))
      await timers.sleep(LOOK_INTERVAL_MS)
    }
    const first = await resealAll(opened, SEALED_COLUMNS)
    const unsealed = await awaitReaders(({ sealingId }) => sealingId === target.id)
    // A gateway whose clock is behind may seal under the old key for a moment: the last look comes after that.
    await timers.sleep(noticeMs === 0 ? 0 : KEY_RELOAD_INTERVAL_MS)
    const resealed = first + (await resealAll(opened, SEALED_COLUMNS))
    if (unsealed.length > 0) return { keyId: target.id, isNew, resealed, behind: unsealed }
    const detail = { key_id: target.id, resealed }
    const entry = {
      merchantId: null,
      actor: 'operator',
      action: 'master-key.rotate',
      subject: 'master-key',
      detail,
    } as const
    await opened.audit.write(opened.db, entry)
    return { keyId: target.id, isNew, resealed, behind: [] }
  } finally {
    await opened?.closeDatabase()
  }
}

async function announce(
  provider: ReturnType<typeof chooseKeyProvider>,
  announcedForMs: number,
): Promise<IdentifiedKey> {
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
async function nameThoseBehind(
  infrastructure: Infrastructure,
  has: (reader: KeyReader) => boolean,
  { timers, waitMaxMs }: { readonly timers: typeof systemTimers; readonly waitMaxMs: number },
): Promise<readonly string[]> {
  for (let waitedMs = 0; ; waitedMs += LOOK_INTERVAL_MS) {
    const behind = (await listKeyReaders(infrastructure)).filter((reader) => !has(reader))
    if (behind.length === 0 || waitedMs >= waitMaxMs) return behind.map(({ name }) => name)
    await timers.sleep(LOOK_INTERVAL_MS)
  }
}
