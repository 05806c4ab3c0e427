import { type Insertable, sql, type Updateable } from 'kysely'

import { prepareWrite } from '@sluice/platform/database/prepare-write'

import type {
  AttemptAuthenticationTable,
  AttemptConfirmationTable,
  AttemptTable,
  PendingAuthenticationTable,
  ProviderReferenceTable,
  ProviderStateTable,
  ThreeDsIdTable,
  TransactionTable,
  TransactionTables,
} from '../transactions.tables.ts'
import {
  AUTHENTICATION_COLUMNS,
  MUTABLE_ATTEMPT_COLUMNS,
  MUTABLE_CONFIRMATION_COLUMNS,
} from './execution-rows.store.ts'

/** The writes that begin, move and end an execution. */

export const insertTransaction = prepareWrite<TransactionTables, Insertable<TransactionTable>>((db, row) =>
  db.insertInto('transactions').values(row),
)

export const insertAttempt = prepareWrite<TransactionTables, Insertable<AttemptTable>>((db, row) =>
  db.insertInto('attempts').values(row),
)

export const insertPendingAuthentication = prepareWrite<
  TransactionTables,
  Insertable<PendingAuthenticationTable>
>((db, row) => db.insertInto('continuations').values(row))

/** The compare-and-set: writes no row if the execution has moved to another step. */
export const movePendingAuthentication = prepareWrite<
  TransactionTables,
  Updateable<PendingAuthenticationTable> & {
    readonly of_merchant: string
    readonly of_transaction: string
    readonly read_step_number: number
  }
>((db, { of_merchant, of_transaction, read_step_number, ...columns }) =>
  db
    .updateTable('continuations')
    .set(columns)
    .where('merchant_id', '=', of_merchant)
    .where('transaction_id', '=', of_transaction)
    .where('step_number', '=', read_step_number),
)

export const storeAttempt = prepareWrite<TransactionTables, Insertable<AttemptTable>>((db, row) =>
  db
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'id']).doUpdateSet(asGiven<AttemptTable>(MUTABLE_ATTEMPT_COLUMNS)),
    ),
)

export const storeAuthentication = prepareWrite<TransactionTables, Insertable<AttemptAuthenticationTable>>(
  (db, row) =>
    db
      .insertInto('attempt_authentications')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'transaction_id', 'attempt_id'])
          .doUpdateSet(asGiven<AttemptAuthenticationTable>([...AUTHENTICATION_COLUMNS, 'updated_at'])),
      ),
)

export const storeConfirmation = prepareWrite<TransactionTables, Insertable<AttemptConfirmationTable>>(
  (db, row) =>
    db
      .insertInto('attempt_confirmations')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'attempt_id'])
          .doUpdateSet(asGiven<AttemptConfirmationTable>(MUTABLE_CONFIRMATION_COLUMNS)),
      ),
)

/** No row is written when another attempt has the id. */
export const claimThreeDsId = prepareWrite<TransactionTables, Insertable<ThreeDsIdTable>>((db, row) =>
  db
    .insertInto('three_ds_ids')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(asGiven<ThreeDsIdTable>(['attempt_id']))
        .where('three_ds_ids.attempt_id', '=', row.attempt_id),
    ),
)

/** Stores the provider's state, in place of an earlier one. */
export const storeState = prepareWrite<TransactionTables, Insertable<ProviderStateTable>>((db, row) =>
  db
    .insertInto('provider_states')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'attempt_id'])
        .doUpdateSet(asGiven<ProviderStateTable>(['sealed_state', 'updated_at'])),
    ),
)

/** Stores the references that are not stored yet. */
export const storeReference = prepareWrite<TransactionTables, Insertable<ProviderReferenceTable>>((db, row) =>
  db
    .insertInto('provider_references')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'ref', 'attempt_id']).doNothing()),
)

/** Makes the events due that wait for one of these references. */
export const wakeEvents = prepareWrite<
  TransactionTables,
  { readonly of_provider: string; readonly of_account: string; readonly named: string }
>((db, { of_provider, of_account, named }) =>
  db
    .updateTable('provider_events')
    .set((eb) => ({ due_at: eb.ref('received_at') }))
    .where('provider_id', '=', of_provider)
    .where('provider_account_id', '=', of_account)
    .where('ref', '=', named)
    // The condition of the index.
    .where('due_at', 'is not', null),
)

/** No row is written when the transaction has another status than was read. */
export const updateTransaction = prepareWrite<
  TransactionTables,
  Updateable<TransactionTable> & {
    readonly of_merchant: string
    readonly of_id: string
    readonly read_status: string
  }
>((db, { of_merchant, of_id, read_status, ...columns }) =>
  db
    .updateTable('transactions')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('merchant_id', '=', of_merchant)
    .where('id', '=', of_id)
    .where('status', '=', read_status),
)

/** Sets columns of an existing row to the values of the insert, without sending the values twice. */
function asGiven<Table>(columns: readonly (keyof Table & string)[]): Updateable<Table> {
  return Object.fromEntries(
    columns.map((column) => [column, sql.ref(`excluded.${column}`)]),
  ) as Updateable<Table>
}
