import { type Kysely, sql, type Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Transact } from '@sluice/platform/database/transact'
import { configureClients, type IdentityTables } from '@sluice/identity'

import {
  type BrandingAsset,
  type BrandingPorts,
  configureMerchant,
  findManagerIn,
  handOver,
  type MerchantTables,
  prepareBranding,
  storeBrandingAsset,
} from '../merchants/index.ts'
import {
  configureSubscriptions,
  type ConfigureSubscriptionsPorts,
  type WebhookTables,
} from '../webhooks/index.ts'
import type { MerchantEntry } from './configuration-file.ts'
import { ConfigurationConflictError, type Plan } from './plan.ts'

/** What a file configures. */
type ConfigurationTables = IdentityTables & MerchantTables & WebhookTables

export interface ApplyPorts extends ConfigureSubscriptionsPorts, BrandingPorts {
  readonly db: Kysely<ConfigurationTables>
  readonly transact: Transact<ConfigurationTables>
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly audit: Pick<AuditTrail, 'write'>
}

/** Ends a transaction that was for looking only. */
class RolledBack extends Error {
  readonly plan: Plan
  constructor(plan: Plan) {
    super('rolled back')
    this.plan = plan
  }
}

/** Any number that no other lock of this database has. */
const LOCK = 7_026_001

/**
 * Makes merchants what the file says, all of them in one commit or nothing. Applying the same file again writes nothing.
 *
 * @param isDryRun - find out only.
 * @throws When the file wants what it cannot have. {@link ConfigurationConflictError}
 */
export async function applyConfiguration(
  ports: ApplyPorts,
  entries: readonly MerchantEntry[],
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Plan> {
  const { prepared, assets } = await fetchBranding(ports, entries)
  try {
    return await ports.transact(async (trx) => {
      // Processes that start together apply one after the other: the second finds everything done.
      if (ports.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
      const plan = await configureAll(trx, ports, prepared)
      if (isDryRun) throw new RolledBack(plan)
      for (const asset of assets) await storeBrandingAsset(trx, asset, ports.clock)
      await record(trx, ports, plan)
      return plan
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.plan
    throw error
  }
}

/** Before the commit: a picture's server may take seconds, and no lock may wait for that. */
async function fetchBranding(ports: ApplyPorts, entries: readonly MerchantEntry[]) {
  const prepared: MerchantEntry[] = []
  const assets: BrandingAsset[] = []
  const problems: string[] = []
  for (const entry of entries) {
    const branding = await prepareBranding(ports.db, entry.merchant, ports)
    prepared.push({ ...entry, merchant: branding.merchant })
    assets.push(...branding.assets)
    problems.push(...branding.problems)
  }
  if (problems.length > 0) throw new ConfigurationConflictError(problems)
  return { prepared, assets }
}

async function configureAll(
  trx: Transaction<ConfigurationTables>,
  ports: ApplyPorts,
  entries: readonly MerchantEntry[],
): Promise<Plan> {
  const merchants: Plan['merchants'][number][] = []
  const conflicts: string[] = []
  for (const { label, merchant, clients, subscriptions, managedBy } of entries) {
    const manager = await findManagerIn(trx, merchant.id)
    if (manager === 'PORTAL' && managedBy === 'PORTAL') {
      merchants.push({ label, merchantId: merchant.id, changes: [] })
      continue
    }
    const records = await configureMerchant(trx, merchant, ports, 'FILE')
    const taken = manager === 'PORTAL' && managedBy === null ? [describeTakenOver(merchant.id)] : []
    const inTheWay = records.conflicts.length > 0 ? records.conflicts : taken
    conflicts.push(...inTheWay)
    if (inTheWay.length > 0) continue
    const handover = await handOver(trx, merchant.id, managedBy ?? 'FILE')
    const programs = await configureClients(trx, merchant.id, clients, ports)
    conflicts.push(...programs.conflicts)
    const webhooks = await configureSubscriptions(trx, merchant.id, subscriptions, ports)
    const changes = [...records.changes, ...programs.changes, ...webhooks.changes, ...handover]
    merchants.push({ label, merchantId: merchant.id, changes })
  }
  if (conflicts.length > 0) throw new ConfigurationConflictError(conflicts)
  return { merchants }
}

function describeTakenOver(merchantId: string): string {
  return (
    `merchant ${merchantId} is managed by the portal: leave it out of the file, ` +
    'write managed_by: portal, or take it back with managed_by: file'
  )
}

/** Who may do what to whose money is never changed without a trace. */
async function record(
  trx: Transaction<ConfigurationTables>,
  { audit }: ApplyPorts,
  { merchants }: Plan,
): Promise<void> {
  for (const { merchantId, changes } of merchants) {
    for (const { action, kind, id, members } of changes) {
      await audit.write(trx, {
        merchantId,
        actor: 'operator',
        action: 'configuration.apply',
        subject: id,
        detail: { change: action, kind, members: members.join(', ') },
      })
    }
  }
}
