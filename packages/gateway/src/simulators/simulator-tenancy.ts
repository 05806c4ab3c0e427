import type { Deadline, RealTime, TenantTable } from '../platform/database/tenant-tables.ts'

/**
 * Whose the simulators' records are, and which of their times follow the merchant's clock. They stand for systems outside
 * and know attempts by their keys only.
 */

/** In the order of removal; before the gateway's own tables, which they hang on. */
export const SIMULATOR_TENANT_TABLES: readonly TenantTable[] = [
  { table: 'simulated_callbacks', column: 'merchant_id' },
  { table: 'simulated_refunds', column: 'merchant_id' },
  { table: 'simulated_orders', column: 'merchant_id' },
  {
    table: 'simulated_challenge_rounds',
    column: 'three_ds_server_trans_id',
    through: { table: 'attempts', key: 'three_ds_server_trans_id', column: 'merchant_id' },
  },
  {
    table: 'simulated_challenges',
    column: 'three_ds_server_trans_id',
    through: { table: 'attempts', key: 'three_ds_server_trans_id', column: 'merchant_id' },
  },
  {
    table: 'simulated_authorizations',
    column: 'idempotency_key',
    through: { table: 'attempts', key: 'id', column: 'merchant_id' },
  },
]

export const SIMULATOR_DEADLINES: readonly Deadline[] = [
  { table: 'simulated_orders', column: 'settle_at' },
  { table: 'simulated_orders', column: 'expires_at' },
  { table: 'simulated_callbacks', column: 'due_at' },
  // A pending authorization is approved so long after it.
  { table: 'simulated_authorizations', column: 'created_at' },
]

export const SIMULATOR_REAL_TIMES: readonly RealTime[] = [
  { table: 'simulated_orders', column: 'created_at', because: 'says when something happened' },
  { table: 'simulated_orders', column: 'settled_at', because: 'says when something happened' },
  { table: 'simulated_orders', column: 'reversed_at', because: 'says when something happened' },
  { table: 'simulated_callbacks', column: 'delivered_at', because: 'says when something happened' },
  { table: 'simulated_refunds', column: 'created_at', because: 'says when something happened' },
  { table: 'simulated_challenges', column: 'created_at', because: 'says when something happened' },
  { table: 'simulated_challenge_rounds', column: 'opened_at', because: 'says when something happened' },
  { table: 'simulated_challenge_rounds', column: 'ended_at', because: 'says when something happened' },
]
