import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { SkippedRoute } from './hold-back.ts'

/** What was changed, or would be. */
export interface Plan {
  readonly merchants: readonly {
    /** As the file calls it. */
    readonly label: string
    readonly merchantId: string
    readonly changes: readonly RecordChange[]
  }[]
  /** Routes that a live gateway cannot serve yet. */
  readonly heldBack: readonly SkippedRoute[]
  /** Why nothing was changed: the file is older than the one that was applied last. Null otherwise. */
  readonly superseded: string | null
}

/** The file names something that belongs to another merchant. Nothing of it was applied. */
export class ConfigurationConflictError extends Error {
  override readonly name = 'ConfigurationConflictError'

  constructor(conflicts: readonly string[]) {
    super(`The configuration file was not applied:\n  ${conflicts.join('\n  ')}`)
  }
}
