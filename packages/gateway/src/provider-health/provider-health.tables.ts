import type { ColumnType } from 'kysely'

import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of provider health. Times are epoch milliseconds. */
export interface ProviderHealthTables {
  provider_health: ProviderHealthTable
  proceed_slots: ProceedSlotTable
}

/** A column that is null if omitted. */
type OptionalColumn<T> = ColumnType<T | null, T | undefined, T | null>

/** An account that is or was open or paused. An account that always answered has no row. */
export interface ProviderHealthTable {
  /** `3ds-server` for a 3DS server, whose account is its id in the configuration. */
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** The time at which it stopped responding; null while it responds. */
  open_since: OptionalColumn<number>
  /** While it is open: the time of the next probe, by the database's clock. */
  probe_at: OptionalColumn<number>
  /** The time at which an operator paused it; null while it is not paused. */
  paused_at: OptionalColumn<number>
  /** The reason that the operator gave. */
  pause_reason: OptionalColumn<string>
}

/** A slot for one payment without authentication while the 3DS server fails; each merchant has a fixed number of rows. */
export interface ProceedSlotTable {
  merchant_id: Fixed<string>
  slot: Fixed<number>
  /** The time from which another payment may take it. */
  free_at: number
}

export const PROVIDER_HEALTH_TABLES: OwnedTables<keyof ProviderHealthTables> = {
  // Every test starts with working providers, so snapshots omit them.
  tenants: ownedByMerchant('proceed_slots').map((owned) => ({ ...owned, onReset: 'FORGOTTEN' as const })),
  service: ['provider_health'],
  deadlines: [],
  realTimes: [
    ...happened('open_since', 'provider_health'),
    { table: 'provider_health', column: 'probe_at', because: 'probes are between processes' },
    ...happened('paused_at', 'provider_health'),
    { table: 'proceed_slots', column: 'free_at', because: 'the 3DS server fails in real time' },
  ],
  erasure: {
    provider_health: { kept: 'provider_id provider_account_id open_since probe_at paused_at pause_reason' },
    proceed_slots: { kept: 'merchant_id slot free_at' },
  },
}
