import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { ClientKey, Merchant, Terminal } from './merchant.ts'

/** A merchant as the operator wants it, with everything that it has. Block lists are as they were written. */
export interface ConfiguredMerchant extends Merchant {
  readonly terminals: readonly Omit<Terminal, 'merchantId'>[]
  readonly clientKeys: readonly ConfiguredClientKey[]
}

export interface ConfiguredClientKey extends Omit<ClientKey, 'merchantId'> {
  readonly status: 'ACTIVE' | 'INACTIVE'
}

/** What came of it. Conflicts are what must not be done: with one of them nothing of all may be committed. */
export interface Configured {
  readonly changes: readonly RecordChange[]
  readonly conflicts: readonly string[]
}
