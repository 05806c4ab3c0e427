import type { Fixed } from '@sluice/platform/database/columns'
import { happened, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of applied files. Times are epoch milliseconds. */
export interface ConfigurationFileTables {
  applied_files: AppliedFileTable
}

/** An applied configuration file. The latest one has the highest place. */
export interface AppliedFileTable {
  /** The digest of the file's content. */
  digest: Fixed<string>
  revision: number | null
  /** Incremented each time a file is applied. */
  place: number
  /** The routes in it that some live process could not serve. */
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
