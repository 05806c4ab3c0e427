import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { ClientKey, Merchant, Terminal } from './merchant.ts'

/** The complete configuration of a merchant. Block lists are as written. */
export interface ConfiguredMerchant extends Merchant {
  readonly terminals: readonly Omit<Terminal, 'merchantId'>[]
  readonly clientKeys: readonly ConfiguredClientKey[]
}

export interface ConfiguredClientKey extends Omit<ClientKey, 'merchantId'> {
  readonly status: 'ACTIVE' | 'INACTIVE'
}

/** The result. Conflicts are forbidden changes: with a single one, nothing may be committed. */
export interface Configured {
  readonly changes: readonly RecordChange[]
  readonly conflicts: readonly string[]
}
