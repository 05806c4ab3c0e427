import type { Kysely } from 'kysely'

import { deleteOld } from '../database/delete-old.ts'
import type { IdempotencyTables } from './idempotency.tables.ts'
import type { AnswerRecords, Claim } from './answer-records.ts'

export function createAnswerRecordsStore(db: Kysely<IdempotencyTables>): AnswerRecords {
  const updateOwn = ({ merchantId, name, claimId }: Claim) =>
    db
      .updateTable('stored_answers')
      .where('merchant_id', '=', merchantId)
      .where('name', '=', name)
      .where('claim_id', '=', claimId)

  return {
    async claim(claim) {
      const inserted = await db
        .insertInto('stored_answers')
        .values({
          merchant_id: claim.merchantId,
          name: claim.name,
          body_lookup: claim.bodyLookup,
          claim_id: claim.claimId,
          lease_until: claim.leaseUntilMs,
          sealed_answer: null,
          created_at: claim.createdAtMs,
        })
        .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows) return { kind: 'taken' }

      const row = await db
        .selectFrom('stored_answers')
        .select(['body_lookup', 'claim_id', 'lease_until', 'sealed_answer'])
        .where('merchant_id', '=', claim.merchantId)
        .where('name', '=', claim.name)
        .executeTakeFirst()
      // Released between the two statements: it was running when this request arrived.
      if (row === undefined) return { kind: 'running' }
      if (row.body_lookup !== claim.bodyLookup) return { kind: 'other_body' }
      if (row.sealed_answer !== null) return { kind: 'answered', sealed: row.sealed_answer }

      // The first process that finds the lease expired changes the claim's id, so that the updates of others match no
      // row.
      const taken = await updateOwn({ ...claim, claimId: row.claim_id })
        .set({ claim_id: claim.claimId, lease_until: claim.leaseUntilMs })
        .where('sealed_answer', 'is', null)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', claim.createdAtMs)]))
        .executeTakeFirst()
      return taken.numUpdatedRows > 0n ? { kind: 'taken' } : { kind: 'running' }
    },

    async renew(claim, leaseUntilMs) {
      const renewed = await updateOwn(claim)
        .set({ lease_until: leaseUntilMs })
        .where('sealed_answer', 'is', null)
        .executeTakeFirst()
      return renewed.numUpdatedRows > 0n
    },

    async keep(claim, sealed) {
      await updateOwn(claim)
        .set({ sealed_answer: Buffer.from(sealed), lease_until: null })
        .execute()
    },

    async release(claim) {
      await db
        .deleteFrom('stored_answers')
        .where('merchant_id', '=', claim.merchantId)
        .where('name', '=', claim.name)
        .where('claim_id', '=', claim.claimId)
        .where('sealed_answer', 'is', null)
        .execute()
    },

    async endLeases() {
      await db
        .updateTable('stored_answers')
        .set({ lease_until: null })
        .where('sealed_answer', 'is', null)
        .execute()
    },

    async purgeOlderThan(createdAtMs) {
      return deleteOld(db, {
        table: 'stored_answers',
        key: ['merchant_id', 'name'],
        column: 'created_at',
        untilMs: createdAtMs - 1,
      })
    },
  }
}
