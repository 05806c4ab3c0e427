import { furtherKey } from './key-for.ts'
import type { Kysely } from 'kysely'

import { Secret } from '@sluice/platform/kernel/secret'
import { addToCommit } from '@sluice/platform/database/add-to-commit'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { TransactionTables } from '../transactions.tables.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptKey, NamedAttempt, ProviderMemory } from './bound-provider.ts'
import { storeReference, storeState, wakeEvents } from './execution-writes.store.ts'
import type { ProviderNames } from './provider.ts'

/** Returns the sealing purpose of a provider's state, so that it can be opened only in the row of its own attempt. */
export function providerStatePurpose({ merchantId, id }: AttemptKey): string {
  return `provider-state/${merchantId}/${id}`
}

/**
 * Stores a provider's names for a payment, in the commit that stores the answer.
 *
 * @param wakesEvents - whether events that wait for a reference become due. Those that overtook an answer that decided soon only
 * confirm it, and are tried again within seconds anyway.
 */
export async function storeNames(
  trx: Kysely<TransactionTables>,
  attempt: Pick<Attempt, 'merchantId' | 'id' | 'transactionId' | 'providerId' | 'accountId'>,
  { state, refs }: ProviderNames,
  sealer: Pick<Sealer, 'seal'>,
  nowMs: number,
  wakesEvents: boolean,
): Promise<void> {
  const { merchantId, id, transactionId } = attempt
  const of = { merchant_id: merchantId, transaction_id: transactionId, attempt_id: id }
  if (state !== null) {
    const sealed = sealer.seal(providerStatePurpose(attempt), Buffer.from(state.reveal(), 'utf8'))
    await addToCommit(trx, storeState(trx, { ...of, sealed_state: sealed, updated_at: nowMs }))
  }
  for (const ref of new Set(refs)) {
    const at = { provider_id: attempt.providerId, provider_account_id: attempt.accountId }
    await addToCommit(trx, storeReference(trx, { ...of, ...at, ref, created_at: nowMs }))
    if (!wakesEvents) continue
    const waiting = { of_provider: attempt.providerId, of_account: attempt.accountId, named: ref }
    await addToCommit(trx, wakeEvents(trx, waiting))
  }
}

/** Reads the providers' names for payments, for later calls. */
export function createProviderMemory({
  db,
  sealer,
}: {
  readonly db: Kysely<TransactionTables>
  readonly sealer: Pick<Sealer, 'open'>
}): ProviderMemory {
  return {
    async recall(attempt) {
      const row = await db
        .selectFrom('attempts')
        .leftJoin('provider_states as states', (join) =>
          join
            .onRef('states.merchant_id', '=', 'attempts.merchant_id')
            .onRef('states.attempt_id', '=', 'attempts.id'),
        )
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.merchant_id', '=', 'attempts.merchant_id')
            .onRef('transactions.id', '=', 'attempts.transaction_id'),
        )
        .select(['attempts.provider_reference', 'attempts.provider_account_id', 'states.sealed_state'])
        .select([
          'transactions.amount',
          'transactions.currency',
          'transactions.parent_id',
          'transactions.transaction_type',
        ])
        .where('attempts.merchant_id', '=', attempt.merchantId)
        .where('attempts.id', '=', attempt.id)
        .executeTakeFirstOrThrow()
      const sealed = row.sealed_state
      return {
        key: attempt.id,
        state: sealed && new Secret(sealer.open(providerStatePurpose(attempt), sealed).toString('utf8')),
        providerReference: row.provider_reference,
        accountId: row.provider_account_id,
        amountMinor: row.amount,
        currency: row.currency,
        mayBePartial: row.parent_id === null && row.transaction_type !== 'PAYOUT',
      }
    },

    async cancellationKeyOf({ merchantId, id }) {
      const row = await db
        .updateTable('attempts')
        .set((eb) => ({
          cancellation_key: eb.fn.coalesce('cancellation_key', eb.val(furtherKey(id, 'cancellation'))),
        }))
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .returning('cancellation_key')
        .executeTakeFirstOrThrow()
      if (row.cancellation_key === null) throw new Error(`Attempt ${id} has no key to be canceled with`)
      return row.cancellation_key
    },

    isOfAnotherOrder: (attempt, reference) => isOfAnotherOrder(db, attempt, reference),
  }
}

/** Captures, refunds and voids are of the order of their payment. */
async function isOfAnotherOrder(
  db: Kysely<TransactionTables>,
  { merchantId, transactionId, providerId, accountId }: NamedAttempt,
  reference: string,
): Promise<boolean> {
  const { order_id: orderId } = await db
    .selectFrom('transactions')
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('provider_references as named')
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.merchant_id', '=', 'named.merchant_id')
        .onRef('transactions.id', '=', 'named.transaction_id'),
    )
    .select('transactions.id')
    .where('named.provider_id', '=', providerId)
    .where('named.provider_account_id', '=', accountId)
    .where('named.ref', '=', reference)
    .where('transactions.order_id', '<>', orderId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
