import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { FINAL_STATUSES } from '@sluice/types/vocabulary'
import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

const finalStatuses = FINAL_STATUSES.map((status) => `'${status}'`).join(', ')

/** Rejects every change of a final status, even if the code has a bug. */
const FINAL_STATUS_TRIGGER: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `CREATE TRIGGER transactions_final_status BEFORE UPDATE OF status ON transactions
     WHEN OLD.status IN (${finalStatuses}) AND NEW.status <> OLD.status
     BEGIN SELECT RAISE(ABORT, 'a final transaction status cannot change'); END`,
  ],
  postgres: [
    `CREATE FUNCTION refuse_final_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'a final transaction status cannot change'; END $$`,
    `CREATE TRIGGER transactions_final_status BEFORE UPDATE OF status ON transactions FOR EACH ROW
     WHEN (OLD.status IN (${finalStatuses}) AND NEW.status <> OLD.status)
     EXECUTE FUNCTION refuse_final_status_change()`,
  ],
}

/**
 * Creates the tables of transactions with their attempts, history and money. The checks hold even if the code has a
 * bug; a row without money has nulls, which pass every check.
 */
export function createTransactionTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('transactions')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('order_id', 'text', (c) => c.notNull())
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('session_hash', 'text')
        .addColumn('integration', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('description', 'text')
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('normalized_amount', 'bigint', (c) => c.notNull())
        .addColumn('transaction_type', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('processing_code', 'text')
        .addColumn('customer', 'text')
        .addColumn('customer_id', 'text')
        .addColumn('customer_email', 'text')
        .addColumn('customer_ip', 'text')
        .addColumn('customer_ip_is_shoppers', 'integer', (c) => c.notNull())
        .addColumn('payment_method_type', 'text', (c) => c.notNull())
        .addColumn('payment_method_method', 'text')
        .addColumn('payment_method_brand', 'text')
        .addColumn('payment_method_masked', 'text')
        .addColumn('payment_method_last4', 'text')
        .addColumn('payment_method_hash', 'text')
        .addColumn('payment_method_token', 'text')
        .addColumn('payment_method_expiry', 'text')
        .addColumn('payment_method_source', 'text')
        .addColumn('provider_id', 'text')
        .addColumn('provider_account_id', 'text')
        .addColumn('provider_response_code', 'text')
        .addColumn('provider_response_message', 'text')
        .addColumn('approval_code', 'text')
        .addColumn('reference_number', 'text')
        .addColumn('systan', 'integer')
        .addColumn('authentication_status', 'text')
        .addColumn('authentication_level', 'integer')
        .addColumn('errors', 'text', (c) => c.notNull())
        .addColumn('data', 'text')
        .addColumn('metadata', 'text')
        .addColumn('browser_info', 'text')
        .addColumn('return_url', 'text')
        .addColumn('notification_url', 'text')
        .addColumn('redirect_url', 'text')
        .addColumn('bank_transfer', 'text')
        .addColumn('parent_id', 'text')
        .addColumn('counted_as', 'text')
        .addColumn('authorized_amount', 'bigint', (c) => c.check(sql`authorized_amount > 0`))
        .addColumn('captured_amount', 'bigint', (c) =>
          c.check(sql`captured_amount between 0 and authorized_amount`),
        )
        .addColumn('refunded_amount', 'bigint', (c) =>
          c.check(sql`refunded_amount between 0 and captured_amount`),
        )
        .addColumn('voided_amount', 'bigint', (c) =>
          c.check(sql`voided_amount >= 0 and captured_amount + voided_amount <= authorized_amount`),
        )
        .addColumn('final_capture', 'integer')
        .addColumn('releases_rest', 'integer')
        .addColumn('settles_at', time)
        .addColumn('refundable_until', time)
        .addColumn('authorization_expires_at', time)
        .addColumn('release_due_at', time)
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('transactions_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema
        .createIndex('transactions_session')
        .on('transactions')
        .columns(['merchant_id', 'session_hash', 'id'])
        .where(sql.ref('session_hash'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('transactions_email')
        .on('transactions')
        .columns(['merchant_id', 'customer_email', 'id'])
        .where(sql.ref('customer_email'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('transactions_last4')
        .on('transactions')
        .columns(['merchant_id', 'payment_method_last4', 'id'])
        .where(sql.ref('payment_method_last4'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('transactions_amount')
        .on('transactions')
        .columns(['merchant_id', 'amount', 'id'])
        .execute()
      // Most transactions are approved, so a search for that status finds its rows among the newest ones.
      await db.schema
        .createIndex('transactions_unapproved')
        .on('transactions')
        .columns(['merchant_id', 'status', 'id'])
        .where(sql.ref('status'), '<>', sql.lit('APPROVED'))
        .execute()
      await db.schema
        .createIndex('transactions_open')
        .on('transactions')
        .column('updated_at')
        .where(sql.ref('status'), 'in', [sql.lit('CREATED'), sql.lit('PENDING')])
        .execute()
      await db.schema
        .createIndex('transactions_children')
        .on('transactions')
        .columns(['merchant_id', 'parent_id', 'id'])
        .where(sql.ref('parent_id'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('transactions_customer')
        .on('transactions')
        .columns(['merchant_id', 'customer_id', 'id'])
        .where(sql.ref('customer_id'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('transactions_reference')
        .on('transactions')
        .columns(['merchant_id', 'reference', 'id'])
        .execute()
      await db.schema
        .createIndex('transactions_open_authorizations')
        .on('transactions')
        .column('release_due_at')
        .where(sql.ref('release_due_at'), 'is not', null)
        .execute()
      await db.schema
        .createTable('attempts')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('number', 'integer', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('due_at', time)
        .addColumn('asked_at', time)
        .addColumn('processing_code', 'text')
        .addColumn('provider_response_code', 'text')
        .addColumn('provider_response_message', 'text')
        .addColumn('approval_code', 'text')
        .addColumn('reference_number', 'text')
        .addColumn('systan', 'integer')
        .addColumn('network_transaction_id', 'text')
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('attempts_pk', ['merchant_id', 'id'])
        .addUniqueConstraint('attempts_number', ['merchant_id', 'transaction_id', 'number'])
        .execute()
      await db.schema
        .createIndex('attempts_due')
        .on('attempts')
        .column('due_at')
        .where(sql.ref('due_at'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('attempts_undecided')
        .on('attempts')
        .column('updated_at')
        .where(sql.ref('status'), '=', sql.lit('NEEDS_DECISION'))
        .execute()
      await db.schema
        .createTable('attempt_authentications')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('three_ds_server_trans_id', 'text')
        .addColumn('message_version', 'text')
        .addColumn('acs_trans_id', 'text')
        .addColumn('acs_url', 'text')
        .addColumn('ds_trans_id', 'text')
        .addColumn('completion_indicator', 'text')
        .addColumn('trans_status', 'text')
        .addColumn('trans_status_reason', 'text')
        .addColumn('eci', 'text')
        .addColumn('challenge_cancel', 'text')
        .addColumn('challenge_round', 'integer', (c) => c.notNull())
        .addColumn('challenge_expires_at', time)
        .addColumn('cres_received_at', time)
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('attempt_authentications_pk', [
          'merchant_id',
          'transaction_id',
          'attempt_id',
        ])
        .execute()
      await db.schema
        .createIndex('running_challenges')
        .on('attempt_authentications')
        .column('challenge_expires_at')
        .where(sql.ref('challenge_expires_at'), 'is not', null)
        .execute()
      await db.schema
        .createTable('continuations')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('step', 'text', (c) => c.notNull())
        .addColumn('taken_step', 'text')
        .addColumn('step_number', 'integer', (c) => c.notNull())
        .addColumn('lease_until', time)
        .addColumn('sealed_card', binary)
        .addColumn('sealed_envelope', binary)
        .addColumn('saves_card', 'integer', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('continuations_pk', ['merchant_id', 'transaction_id'])
        .execute()
      await db.schema
        .createIndex('continuations_open')
        .on('continuations')
        .column('expires_at')
        .where(sql.ref('step'), '<>', sql.lit('DONE'))
        .execute()
      await db.schema
        .createIndex('continuations_leases')
        .on('continuations')
        .column('lease_until')
        .where(sql.ref('lease_until'), 'is not', null)
        .execute()
      await db.schema
        .createTable('continuation_handles')
        .addColumn('lookup', 'text', (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('step', 'text', (c) => c.notNull())
        .addColumn('wrapped_key', binary)
        .addColumn('sealed_session', binary)
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('continuation_handles_transaction')
        .on('continuation_handles')
        .columns(['merchant_id', 'transaction_id'])
        .execute()
      await db.schema
        .createIndex('continuation_handles_age')
        .on('continuation_handles')
        .column('created_at')
        .execute()
      await db.schema
        .createTable('transaction_history')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('seq', 'integer', (c) => c.notNull())
        .addColumn('from_status', 'text')
        .addColumn('to_status', 'text', (c) => c.notNull())
        .addColumn('processing_code', 'text')
        .addColumn('cause', 'text', (c) => c.notNull())
        .addColumn('request_id', 'text')
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('transaction_history_pk', ['merchant_id', 'transaction_id', 'seq'])
        .execute()
      await db.schema
        .createTable('operation_requests')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('request_key', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('operation_requests_pk', ['merchant_id', 'request_key'])
        .execute()
      await db.schema
        .createIndex('operation_requests_created')
        .on('operation_requests')
        .column('created_at')
        .execute()
      await db.schema
        .createTable('provider_orders')
        .addColumn('transaction_id', 'text', (c) => c.primaryKey())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('provider_transaction_id', 'text')
        .addColumn('provider_user_id', 'text')
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('provider_orders_merchant')
        .on('provider_orders')
        .column('merchant_id')
        .execute()
      await db.schema
        .createTable('retention_marks')
        .addColumn('merchant_id', 'text', (c) => c.primaryKey())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('provider_callbacks')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('message_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('received_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('provider_callbacks_pk', ['merchant_id', 'provider_id', 'message_id'])
        .execute()
      await db.schema
        .createIndex('provider_callbacks_transaction')
        .on('provider_callbacks')
        .columns(['merchant_id', 'transaction_id'])
        .execute()
      await db.schema
        .createIndex('provider_callbacks_age')
        .on('provider_callbacks')
        .column('received_at')
        .execute()
      await db.schema
        .createTable('reconciliation_alerts')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('detail', 'text', (c) => c.notNull())
        .addColumn('reversal_due_at', time)
        .addColumn('reversal_tries', 'integer', (c) => c.notNull())
        .addColumn('reversed_at', time)
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('reconciliation_alerts_pk', ['merchant_id', 'transaction_id', 'kind'])
        .execute()
      await db.schema
        .createIndex('reconciliation_alerts_reversal')
        .on('reconciliation_alerts')
        .column('reversal_due_at')
        .where(sql.ref('reversal_due_at'), 'is not', null)
        .execute()
      for (const statement of FINAL_STATUS_TRIGGER[dialect]) await sql.raw(statement).execute(db)
    },
  }
}
