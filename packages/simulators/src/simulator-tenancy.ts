import type { SimulatorTables } from './simulator.tables.ts'

type Table = keyof SimulatorTables

interface OwnedTable {
  readonly table: Table
  readonly column: string
  /** The rows refer to those of another table, which names the merchant. */
  readonly through?: { readonly table: Table; readonly key: string; readonly column: string }
}

interface StoredTime {
  readonly table: Table
  readonly column: string
}

interface TenantLists {
  /** The order of removal: rows that refer to others are deleted first. */
  readonly tenants: readonly OwnedTable[]
  /** Times that move with the merchant's clock. */
  readonly deadlines: readonly StoredTime[]
  /** Times that do not move. */
  readonly realTimes: readonly (StoredTime & { readonly because: string })[]
}

const byMerchant = (table: Table): OwnedTable => ({ table, column: 'merchant_id' })

const happened = (column: string, ...tables: readonly Table[]) =>
  tables.map((table) => ({ table, column, because: 'says when something happened' }))

/**
 * The owner of each row, and which times move with that merchant's clock. A test compares these lists with the
 * schema.
 */
export const SIMULATOR_TABLES: TenantLists = {
  tenants: [
    byMerchant('simulated_callbacks'),
    byMerchant('simulated_refunds'),
    byMerchant('simulated_order_keys'),
    byMerchant('simulated_orders'),
    {
      table: 'simulated_challenge_rounds',
      column: 'three_ds_server_trans_id',
      through: { table: 'simulated_challenges', key: 'three_ds_server_trans_id', column: 'merchant_id' },
    },
    byMerchant('simulated_challenges'),
    byMerchant('simulated_authorizations'),
    byMerchant('simulated_held_payments'),
    byMerchant('simulated_clocks'),
  ],
  deadlines: [
    { table: 'simulated_orders', column: 'settle_at' },
    { table: 'simulated_orders', column: 'expires_at' },
    { table: 'simulated_callbacks', column: 'due_at' },
    // The delay after which a pending authorization is approved.
    { table: 'simulated_authorizations', column: 'created_at' },
    { table: 'simulated_held_payments', column: 'payable_at' },
  ],
  realTimes: [
    ...happened(
      'created_at',
      'simulated_orders',
      'simulated_refunds',
      'simulated_challenges',
      'simulated_held_payments',
    ),
    ...happened('settled_at', 'simulated_orders'),
    ...happened('reversed_at', 'simulated_orders'),
    ...happened('delivered_at', 'simulated_callbacks'),
    ...happened('opened_at', 'simulated_challenge_rounds'),
    ...happened('ended_at', 'simulated_challenge_rounds'),
  ],
}
