import type { Fixed } from '../database/columns.ts'
import { happened, type OwnedTables } from '../database/owned-tables.ts'

/** Rows of the service's own keys, and of the processes that read master keys. Times are epoch milliseconds. */
export interface SecretsTables {
  master_key_readers: MasterKeyReaderTable
  service_keys: ServiceKeyTable
}

/** Keys that outlive the master key: they are created once, and encrypted again when the master key changes. */
export interface ServiceKeyTable {
  name: Fixed<string>
  /** 32 bytes sealed under the master key. */
  sealed: Buffer
  created_at: Fixed<number>
}

/** A process of several on one database, and the master keys that the process has; the embedded database has no row. */
export interface MasterKeyReaderTable {
  /** Identifies one run of the process. */
  id: Fixed<string>
  /** Host and process id. */
  name: string
  /** Ids of master keys, separated by blanks. */
  key_ids: string
  sealing_id: string
  /** The time of the last report, by the database's clock. */
  seen_at: number
  /** The names of the services that the process can reach, as JSON; null for a process of an earlier version, or one that has not read them yet. */
  reaches: string | null
}

export const SECRETS_TABLES: OwnedTables<keyof SecretsTables> = {
  tenants: [],
  service: ['service_keys', 'master_key_readers'],
  deadlines: [],
  realTimes: [
    ...happened('created_at', 'service_keys'),
    { table: 'master_key_readers', column: 'seen_at', because: 'processes run in real time' },
  ],
  erasure: {
    master_key_readers: { kept: 'id name key_ids sealing_id seen_at reaches' },
    service_keys: { kept: 'name sealed created_at' },
  },
}
