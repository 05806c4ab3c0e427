import type { Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { listDifferences, type RecordChange } from '@sluice/platform/kernel/record-change'
import type { Sealer } from '@sluice/platform/secrets/sealer'
import { addressBlock } from '@sluice/platform/http/address-block'

import type { MerchantTables } from './merchants.tables.ts'
import { nameBlocked, type RiskSettings } from '../risk/index.ts'
import { configureClientKeys } from './configure-client-keys.store.ts'
import type { Configured, ConfiguredMerchant } from './configured-merchant.ts'
import type { ManagedBy } from './merchant.ts'
import {
  createNaming,
  fingerprintKeyPurpose,
  makeFingerprintKey,
  toMerchant,
  toMerchantColumns,
  toTerminal,
  toTerminalColumns,
} from './merchant.store.ts'

export interface ConfigureMerchantPorts {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
}

/**
 * Applies the configuration of a merchant, its terminals and its client keys. It writes only changes. Other terminals
 * and keys are deactivated, because transactions refer to them; only client keys of a merchant that people manage are
 * deleted.
 *
 * @param by - the author of the configuration.
 */
export async function configureMerchant(
  trx: Transaction<MerchantTables>,
  desired: ConfiguredMerchant,
  ports: ConfigureMerchantPorts,
  by: ManagedBy,
): Promise<Configured> {
  const row = await trx.selectFrom('merchants').selectAll().where('id', '=', desired.id).executeTakeFirst()
  if (row && by === 'FILE' && row.sandbox_id !== null)
    return { changes: [], conflicts: [`merchant ${desired.id} is the sandbox ${row.sandbox_id}`] }

  const { id, name, status, locale, languages, branding, shoppersRemoveCards, webhookHosts, business } =
    desired
  const sealedKey = row?.fingerprint_key_sealed ?? makeFingerprintKey(id, ports)
  const naming = createNaming(ports.sealer.open(fingerprintKeyPurpose(id), sealedKey))
  const named = (risk: RiskSettings | null) => nameBlocked(risk, naming, addressBlock)
  const look = { locale, languages, branding }
  const settings = { ...look, shoppersRemoveCards, webhookHosts, business, risk: named(desired.risk) }
  const merchant = { id, name, status, ...settings }
  const changes: RecordChange[] = []
  if (!row) {
    await trx
      .insertInto('merchants')
      .values({
        id,
        sandbox_id: null,
        ...toMerchantColumns(merchant),
        fingerprint_key_sealed: sealedKey,
        managed_by: by,
        created_at: ports.clock.now(),
      })
      .execute()
    changes.push({ action: 'created', kind: 'merchant', id, members: [] })
  } else {
    const members = listDifferences(merchant, toMerchant(row))
    if (members.length > 0) {
      await trx.updateTable('merchants').set(toMerchantColumns(merchant)).where('id', '=', id).execute()
      changes.push({ action: 'changed', kind: 'merchant', id, members })
    }
  }
  const parts = [
    await configureTerminals(
      trx,
      { id, terminals: desired.terminals.map((terminal) => ({ ...terminal, risk: named(terminal.risk) })) },
      ports.clock,
    ),
    await configureClientKeys(trx, desired, ports.clock, by),
  ]
  return {
    changes: [...changes, ...parts.flatMap((part) => part.changes)],
    conflicts: parts.flatMap((part) => part.conflicts),
  }
}

async function configureTerminals(
  trx: Transaction<MerchantTables>,
  { id: merchantId, terminals }: Pick<ConfiguredMerchant, 'id' | 'terminals'>,
  clock: Clock,
): Promise<Configured> {
  const ids = terminals.map(({ id }) => id)
  const others = ids.length === 0 ? [] : await findForeignOwners(trx, merchantId, ids)
  if (others.length > 0) {
    const conflicts = others.map(
      (row) =>
        `terminal ${row.id} belongs to merchant ${row.merchant_id}: create another one for ${merchantId}`,
    )
    return { changes: [], conflicts }
  }

  const rows = await trx.selectFrom('terminals').selectAll().where('merchant_id', '=', merchantId).execute()
  const known = new Map(rows.map((row) => [row.id, toTerminal(row)]))
  const changes: RecordChange[] = []
  const update = (id: string) =>
    trx.updateTable('terminals').where('merchant_id', '=', merchantId).where('id', '=', id)
  for (const terminal of terminals) {
    const { id, ...columns } = toTerminalColumns(terminal)
    const present = known.get(id)
    const members = present ? listDifferences(terminal, present) : []
    if (!present) {
      await trx
        .insertInto('terminals')
        .values({ merchant_id: merchantId, id, ...columns, created_at: clock.now() })
        .execute()
      changes.push({ action: 'created', kind: 'terminal', id, members })
    } else if (members.length > 0) {
      await update(id).set(columns).execute()
      changes.push({ action: 'changed', kind: 'terminal', id, members })
    }
  }
  for (const { id, status } of known.values()) {
    if (status === 'INACTIVE' || ids.includes(id)) continue
    await update(id).set({ status: 'INACTIVE' }).execute()
    changes.push({ action: 'deactivated', kind: 'terminal', id, members: ['status'] })
  }
  return { changes, conflicts: [] }
}

function findForeignOwners(trx: Transaction<MerchantTables>, merchantId: string, ids: readonly string[]) {
  return trx
    .selectFrom('terminals')
    .select(['id', 'merchant_id'])
    .where('id', 'in', ids)
    .where('merchant_id', '<>', merchantId)
    .execute()
}
