import type { Kysely, Selectable } from 'kysely'

import type { SandboxFaultKind } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { MerchantTables, SandboxFaultTable } from './merchants.tables.ts'
import type { SandboxFault, SandboxFaults } from './sandbox-faults.ts'

export interface SandboxFaultOptions {
  readonly db: Kysely<MerchantTables>
  /** The clock by which faults end. */
  readonly realTime: Clock
  /** Called after each change. */
  readonly onChange: (merchantId: string) => void
}

export function createSandboxFaults({ db, realTime, onChange }: SandboxFaultOptions): SandboxFaults {
  return {
    async list(merchantId) {
      const rows = await db
        .selectFrom('sandbox_faults')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('until', '>', realTime.now())
        .orderBy('kind')
        .execute()
      return rows.map(toFault)
    },

    async set(merchantId, { kind, latencyMs, providerIds, untilMs }) {
      const columns = { setting: JSON.stringify({ latencyMs, providerIds }), until: untilMs }
      await db
        .insertInto('sandbox_faults')
        .values({ merchant_id: merchantId, kind, ...columns })
        .onConflict((conflict) => conflict.columns(['merchant_id', 'kind']).doUpdateSet(columns))
        .execute()
      onChange(merchantId)
    },

    async clear(merchantId, kind) {
      await db
        .deleteFrom('sandbox_faults')
        .where('merchant_id', '=', merchantId)
        .where('kind', '=', kind)
        .execute()
      onChange(merchantId)
    },
  }
}

export function toFault({
  kind,
  setting,
  until,
}: Pick<Selectable<SandboxFaultTable>, 'kind' | 'setting' | 'until'>): SandboxFault {
  const { latencyMs, providerIds } = JSON.parse(setting) as Pick<SandboxFault, 'latencyMs' | 'providerIds'>
  return { kind: kind as SandboxFaultKind, latencyMs, providerIds, untilMs: until }
}
