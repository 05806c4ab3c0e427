import type { ColumnType } from 'kysely'

import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of provider health. Times are epoch milliseconds. */
export interface ProviderHealthTables {
  provider_health: ProviderHealthTable
  proceed_slots: ProceedSlotTable
}

/** Null where it is left out. */
type MayBe<T> = ColumnType<T | null, T | undefined, T | null>

/** An account that is or was open or paused. One that always answered has no row. */
export interface ProviderHealthTable {
  /** `3ds-server` for a 3DS server, whose account is its id in the configuration. */
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** Since when it does not answer; null while it does. */
  open_since: MayBe<number>
  /** While it is open: when a process may probe it next. By the database's clock. */
  probe_at: MayBe<number>
  /** When an operator paused it; null while it is not paused. */
  paused_at: MayBe<number>
  /** As the operator wrote it. */
  pause_reason: MayBe<string>
}

/** One of a merchant's payments without authentication while the 3DS server fails; as many rows as there may be at once. */
export interface ProceedSlotTable {
  merchant_id: Fixed<string>
  slot: Fixed<number>
  /** From then on another payment may take it. */
  free_at: number
}

export const PROVIDER_HEALTH_TABLES: OwnedTables<keyof ProviderHealthTables> = {
  // A test begins with nothing broken, so no snapshot has them.
  tenants: ownedByMerchant('proceed_slots').map((owned) => ({ ...owned, onReset: 'FORGOTTEN' as const })),
  service: ['provider_health'],
  deadlines: [],
  realTimes: [
    ...happened('open_since', 'provider_health'),
    { table: 'provider_health', column: 'probe_at', because: 'probes are between processes' },
    ...happened('paused_at', 'provider_health'),
    { table: 'proceed_slots', column: 'free_at', because: 'the 3DS server fails in real time' },
  ],
}
