import type { Fixed } from '../database/columns.ts'
import { happened, type OwnedTables } from '../database/owned-tables.ts'

/** Rows of the service's own keys. Times are epoch milliseconds. */
export interface SecretsTables {
  service_keys: ServiceKeyTable
}

/** Keys that outlive the master key: they are made once, and sealed anew when the master key changes. */
export interface ServiceKeyTable {
  name: Fixed<string>
  /** 32 bytes sealed under the master key. */
  sealed: Buffer
  created_at: Fixed<number>
}

export const SECRETS_TABLES: OwnedTables<keyof SecretsTables> = {
  tenants: [],
  service: ['service_keys'],
  deadlines: [],
  realTimes: [...happened('created_at', 'service_keys')],
}
