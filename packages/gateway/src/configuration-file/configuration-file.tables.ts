import type { Fixed } from '@sluice/platform/database/columns'
import { happened, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of what was applied. Times are epoch milliseconds. */
export interface ConfigurationFileTables {
  applied_files: AppliedFileTable
}

/** A configuration file that was applied. The newest has the highest place. */
export interface AppliedFileTable {
  /** Of what the file says. */
  digest: Fixed<string>
  revision: number | null
  /** Grows each time that a file is applied. */
  place: number
  /** Routes of it that some live process could not serve. */
  held_back: number
  applied_at: number
}

export const CONFIGURATION_FILE_TABLES: OwnedTables<keyof ConfigurationFileTables> = {
  tenants: [],
  service: ['applied_files'],
  deadlines: [],
  realTimes: happened('applied_at', 'applied_files'),
  erasure: {
    applied_files: { kept: 'digest revision place held_back applied_at' },
  },
}
