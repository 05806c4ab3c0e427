import type { SimulatorTables } from '@sluice/simulators'

import { happened, type OwnedTables } from '../platform/database/owned-tables.ts'

/**
 * Whose the simulators' records are, and which of their times follow the merchant's clock. They stand for systems outside
 * and know attempts by their keys only.
 */

export const SIMULATOR_TABLES: OwnedTables<keyof SimulatorTables> = {
  // Before the gateway's own tables, which they hang on.
  tenants: [
    { table: 'simulated_callbacks', column: 'merchant_id' },
    { table: 'simulated_refunds', column: 'merchant_id' },
    {
      table: 'simulated_order_keys',
      column: 'idempotency_key',
      through: { table: 'attempts', key: 'id', column: 'merchant_id' },
    },
    { table: 'simulated_orders', column: 'merchant_id' },
    {
      table: 'simulated_challenge_rounds',
      column: 'three_ds_server_trans_id',
      through: { table: 'simulated_challenges', key: 'three_ds_server_trans_id', column: 'merchant_id' },
    },
    { table: 'simulated_challenges', column: 'merchant_id' },
    {
      table: 'simulated_authorizations',
      column: 'idempotency_key',
      through: { table: 'attempts', key: 'id', column: 'merchant_id' },
    },
  ],
  service: [],
  deadlines: [
    { table: 'simulated_orders', column: 'settle_at' },
    { table: 'simulated_orders', column: 'expires_at' },
    { table: 'simulated_callbacks', column: 'due_at' },
    // A pending authorization is approved so long after it.
    { table: 'simulated_authorizations', column: 'created_at' },
  ],
  realTimes: [
    ...happened('created_at', 'simulated_orders', 'simulated_refunds', 'simulated_challenges'),
    ...happened('settled_at', 'simulated_orders'),
    ...happened('reversed_at', 'simulated_orders'),
    ...happened('delivered_at', 'simulated_callbacks'),
    ...happened('opened_at', 'simulated_challenge_rounds'),
    ...happened('ended_at', 'simulated_challenge_rounds'),
  ],
}
