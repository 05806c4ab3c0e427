import type { Kysely } from 'kysely'

import type { ManagedBy } from './merchant.ts'
import type { MerchantTables } from './merchants.tables.ts'

/** A merchant as the operator of the service sees it, without its payments. */
export interface MerchantOverview {
  readonly id: string
  readonly name: string
  readonly status: string
  /** The name of the sandbox; null if the merchant is not a sandbox. */
  readonly sandboxId: string | null
  readonly managedBy: ManagedBy
  readonly terminals: number
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

export interface MerchantOverviews {
  /** Returns merchants by ascending id. @param afterId - the last id of the previous page; null for the first page. */
  list(page: {
    readonly afterId: string | null
    readonly limit: number
  }): Promise<readonly MerchantOverview[]>
  find(merchantId: string): Promise<MerchantOverview | null>
}

export function createMerchantOverviews(db: Kysely<MerchantTables>): MerchantOverviews {
  const select = () =>
    db.selectFrom('merchants').select((eb) => [
      'id',
      'name',
      'status',
      'sandbox_id',
      'managed_by',
      'created_at',
      eb
        .selectFrom('terminals')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('terminals.merchant_id', '=', 'merchants.id')
        .as('terminals'),
    ])
  return {
    async list({ afterId, limit }) {
      const rows = await select()
        .$if(afterId !== null, (query) => query.where('id', '>', afterId))
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toOverview)
    },

    async find(merchantId) {
      const row = await select().where('id', '=', merchantId).executeTakeFirst()
      return row === undefined ? null : toOverview(row)
    },
  }
}

function toOverview(row: {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly sandbox_id: string | null
  readonly managed_by: string
  readonly created_at: number
  readonly terminals: unknown
}): MerchantOverview {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    sandboxId: row.sandbox_id,
    managedBy: row.managed_by === 'PORTAL' ? 'PORTAL' : 'FILE',
    terminals: Number(row.terminals),
    createdAtMs: row.created_at,
  }
}
