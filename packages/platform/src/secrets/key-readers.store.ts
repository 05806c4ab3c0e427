import { type Kysely, type Selectable, sql } from 'kysely'

import type { Dialect } from '../database/dialect.ts'
import type { Transact } from '../database/transact.ts'
import type { Keyring } from './keyring.ts'
import type { MasterKeyReaderTable, SecretsTables } from './secrets.tables.ts'

/** A process that opens and seals with master keys, as in its latest report. */
export interface KeyReader {
  /** Host and process id, by which an operator finds the process. */
  readonly name: string
  /** Ids of the master keys that the process opens with. */
  readonly keyIds: readonly string[]
  /** The id of the latest master key that the process seals under, now or from its time on. */
  readonly sealingId: string
  /** The names of the services that the process can reach, such as providers; null if it does not report them. */
  readonly reaches: ReadonlySet<string> | null
}

/** A process reports every ten seconds. After five reports that did not come, the process has ended or is cut off. */
const SILENT_AFTER_MS = 60_000

/** An arbitrary number that the gateway locks for nothing else: of two reports the later one sees the earlier one. */
const REPORT_LOCK = 5_107_002

/** One time for all processes. */
const NOW_MS = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/** This process among those that read master keys. */
export interface KeyReaders {
  /**
   * Reports the keys of this process, and lets the keyring seal only under keys that all live processes have.
   *
   * @returns the processes that lack the latest key of this one.
   * @throws When another process seals under a key that this process, which reports for the first time, does not have.
   */
  report(): Promise<readonly KeyReader[]>
  /**
   * Reports, in a commit of its own, that this process lives with the keys of its last report.
   *
   * @returns the database's time, in epoch milliseconds; null where the database has no clock of its own.
   */
  beat(): Promise<number | null>
  /** Sets what the next reports name as reachable from this process. */
  setReach(names: readonly string[]): void
  /** Ends the reports: nothing waits for this process from then on. */
  leave(): Promise<void>
}

/**
 * Makes the reports of this process. The embedded database has one process, which waits for no other.
 *
 * @param options.process - an id of this run, and its name for operators.
 */
export function createKeyReaders<DB extends SecretsTables>(options: {
  readonly db: Kysely<DB>
  readonly transact: Transact<DB>
  readonly dialect: Dialect
  readonly keyring: Keyring
  readonly process: { readonly id: string; readonly name: string }
}): KeyReaders {
  const { transact, dialect, keyring, process } = options
  if (dialect === 'sqlite') {
    return {
      report: () => Promise.resolve([]),
      beat: () => Promise.resolve(null),
      setReach: () => undefined,
      leave: () => Promise.resolve(),
    }
  }
  const db = options.db as unknown as Kysely<SecretsTables>
  let hasReported = false
  let reach: string | null = null
  return {
    async report() {
      const others = await transact(async (transaction) => {
        const trx = transaction as unknown as Kysely<SecretsTables>
        await sql`select pg_advisory_xact_lock(${REPORT_LOCK})`.execute(trx)
        await sql`delete from master_key_readers where seen_at < ${NOW_MS} - ${SILENT_AFTER_MS}`.execute(trx)
        const live = await listKeyReaders({ db: trx, dialect }, process.id)
        if (!hasReported) refuseUnknownKeys(live, keyring)
        const report = {
          name: process.name,
          key_ids: keyring
            .list()
            .map(({ id }) => id)
            .join(' '),
          sealing_id: keyring.latestOf(idsOfAll(live)).id,
          seen_at: NOW_MS,
          reaches: reach,
        }
        await trx
          .insertInto('master_key_readers')
          .values({ id: process.id, ...report })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(report))
          .execute()
        return live
      })
      hasReported = true
      keyring.sealOnlyUnder(idsOfAll(others))
      const latest = keyring.list().at(-1)
      return others.filter(({ keyIds }) => latest !== undefined && !keyIds.includes(latest.id))
    },

    async beat() {
      const seen = await transact((transaction) =>
        (transaction as unknown as Kysely<SecretsTables>)
          .updateTable('master_key_readers')
          .set({ seen_at: NOW_MS })
          .where('id', '=', process.id)
          .returning(NOW_MS.as('now'))
          .executeTakeFirst(),
      )
      return seen?.now ?? null
    },

    setReach(names) {
      reach = JSON.stringify(names)
    },

    async leave() {
      await db.deleteFrom('master_key_readers').where('id', '=', process.id).execute()
    },
  }
}

type ReaderRow = Pick<Selectable<MasterKeyReaderTable>, 'name' | 'key_ids' | 'sealing_id' | 'reaches'>

/** Lists the processes that reported within the last minute, by their names; on the embedded database none. */
export async function listKeyReaders<DB extends SecretsTables>(
  { db, dialect }: { readonly db: Kysely<DB>; readonly dialect: Dialect },
  exceptId: string | null = null,
): Promise<readonly KeyReader[]> {
  if (dialect === 'sqlite') return []
  const { rows } = await sql<ReaderRow>`
    select name, key_ids, sealing_id, reaches from master_key_readers
    where seen_at >= ${NOW_MS} - ${SILENT_AFTER_MS} and id <> ${exceptId ?? ''} order by name`.execute(db)
  return rows.map((row) => ({
    name: row.name,
    keyIds: row.key_ids.split(' '),
    sealingId: row.sealing_id,
    reaches: row.reaches === null ? null : new Set(JSON.parse(row.reaches) as string[]),
  }))
}

/** Returns the keys that all processes have; null if there is no process. */
export function idsOfAll(readers: readonly KeyReader[]): ReadonlySet<string> | null {
  const [first, ...rest] = readers
  return first === undefined
    ? null
    : new Set(first.keyIds.filter((id) => rest.every(({ keyIds }) => keyIds.includes(id))))
}

function refuseUnknownKeys(live: readonly KeyReader[], keyring: Keyring): void {
  const unknown = live.find(({ sealingId }) => keyring.find(sealingId) === null)
  if (unknown === undefined) return
  throw new Error(
    `${unknown.name} encrypts under master key ${unknown.sealingId}, which this process does not have. ` +
      'Give this process the same master keys (SLUICE_MASTER_KEY_FILE or SLUICE_MASTER_KEY_COMMAND).',
  )
}

/** The names of the processes, for a person. */
export function nameAll(readers: readonly KeyReader[]): string {
  return readers.map(({ name }) => name).join(', ')
}
