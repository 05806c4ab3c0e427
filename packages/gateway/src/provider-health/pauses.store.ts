import { type Kysely, sql } from 'kysely'

import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import type { Transact } from '@sluice/platform/database/transact'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { ProviderAccount } from '../merchants/index.ts'
import { columnsOf, isAbout } from './provider-health.store.ts'
import type { ProviderHealthTables } from './provider-health.tables.ts'

/** Stores which accounts operators paused. */
export interface Pauses {
  /**
   * Stops new attempts at an account, or changes the reason; returns false if it is already paused for this reason.
   * The audit trail records the reason.
   */
  pause(account: ProviderAccount, reason: string): Promise<boolean>
  /** Allows new attempts at a paused or open account again; returns false if it was neither. */
  resume(account: ProviderAccount, reason: string): Promise<boolean>
}

/** Pauses and resumes accounts, each with its entry in the audit trail, in one commit. */
export function createPauses<DB extends ProviderHealthTables>({
  transact,
  audit,
  realTime,
}: {
  readonly transact: Transact<DB>
  readonly audit: AuditTrail
  readonly realTime: Clock
}): Pauses {
  const change = (
    account: ProviderAccount,
    reason: string,
    action: 'provider.pause' | 'provider.resume',
    write: (trx: Kysely<ProviderHealthTables>) => Promise<boolean>,
  ): Promise<boolean> =>
    transact(async (transaction) => {
      const trx = transaction as unknown as Kysely<ProviderHealthTables>
      if (!(await write(trx))) return false
      const { providerId, accountId } = account
      await audit.write(trx, {
        merchantId: null,
        actor: 'operator',
        action,
        subject: `${providerId}/${accountId}`,
        detail: { reason },
      })
      return true
    })
  return {
    pause: (account, reason) =>
      change(account, reason, 'provider.pause', async (trx) => {
        const paused = { paused_at: realTime.now(), pause_reason: reason }
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('provider_health')
          .values({ ...columnsOf(account), ...paused })
          .onConflict((conflict) =>
            conflict
              .columns(['provider_id', 'provider_account_id'])
              .doUpdateSet({
                paused_at: sql<number>`coalesce(provider_health.paused_at, ${realTime.now()})`,
                pause_reason: reason,
              })
              .where((row) =>
                row.or([
                  row('provider_health.paused_at', 'is', null),
                  row('provider_health.pause_reason', '!=', reason),
                ]),
              ),
          )
          .executeTakeFirst()
        return numInsertedOrUpdatedRows > 0n
      }),

    resume: (account, reason) =>
      change(account, reason, 'provider.resume', async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('provider_health')
          .set({ paused_at: null, pause_reason: null, open_since: null, probe_at: null })
          .where(isAbout(account))
          .where((row) => row.or([row('paused_at', 'is not', null), row('open_since', 'is not', null)]))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
  }
}
