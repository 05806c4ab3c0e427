import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { SkippedRoute } from './hold-back.ts'

/** The changes that were made, or would be made. */
export interface Plan {
  readonly merchants: readonly {
    /** The name in the file. */
    readonly label: string
    readonly merchantId: string
    readonly changes: readonly RecordChange[]
  }[]
  /** The routes that a live gateway cannot serve yet. */
  readonly heldBack: readonly SkippedRoute[]
  /** The reason why nothing was changed: the file is older than the last applied one. Null otherwise. */
  readonly superseded: string | null
}

/** The file names something that belongs to another merchant. Nothing was applied. */
export class ConfigurationConflictError extends Error {
  override readonly name = 'ConfigurationConflictError'

  constructor(conflicts: readonly string[]) {
    super(`The configuration file was not applied:\n  ${conflicts.join('\n  ')}`)
  }
}
