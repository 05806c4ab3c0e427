import { type Kysely, sql, type Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { type Connection, withTables } from '@sluice/platform/database/connection'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Transact } from '@sluice/platform/database/transact'
import { configureClients, type IdentityTables } from '@sluice/identity'

import {
  type BrandingAsset,
  type BrandingPorts,
  type ConfiguredMerchant,
  configureMerchant,
  findManagerIn,
  handOver,
  type MerchantTables,
  prepareBranding,
  readConfigured,
  storeBrandingAsset,
} from '../merchants/index.ts'
import {
  configureSubscriptions,
  type ConfigureSubscriptionsPorts,
  type WebhookTables,
} from '../webhooks/index.ts'
import { findAppliedFile, recordAppliedFile, wasApplied } from './applied-files.store.ts'
import type { FileContent, MerchantEntry } from './configuration-file.ts'
import type { ConfigurationFileTables } from './configuration-file.tables.ts'
import { holdBack, type SkippedRoute, type LiveProcess } from './hold-back.ts'
import { ConfigurationConflictError, type Plan } from './plan.ts'
import { whySuperseded } from './superseded-file.ts'

/** The configuration in a file. */
type ConfigurationTables = ConfigurationFileTables & IdentityTables & MerchantTables & WebhookTables

export interface ApplyConfigurationPorts extends ConfigureSubscriptionsPorts, BrandingPorts {
  readonly db: Kysely<ConfigurationTables>
  readonly transact: Transact<ConfigurationTables>
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly audit: Pick<AuditTrail, 'write'>
  /** Lists the running gateways, and what each of them can reach. */
  readonly listLive: (trx: Connection) => Promise<readonly LiveProcess[]>
}

export interface ApplyOptions {
  /** Whether to only report the changes. */
  readonly isDryRun: boolean
  /**
   * Whether a file that is older than the last applied one may change something: an operator may go back, a start may
   * not.
   */
  readonly appliesOlder: boolean
}

/** Rolls back the transaction of a dry run. */
class RolledBack extends Error {
  readonly plan: Plan
  constructor(plan: Plan) {
    super('rolled back')
    this.plan = plan
  }
}

/** An arbitrary number that no other lock of this database uses. */
const LOCK = 7_026_001

/**
 * Applies the merchants of the file in one commit, all or nothing. Applying the same file again writes nothing.
 * Routes that a live gateway cannot serve yet are held back: {@link holdBack}.
 *
 * @throws When the file conflicts with other merchants. {@link ConfigurationConflictError}
 */
export async function applyConfiguration(
  ports: ApplyConfigurationPorts,
  { merchants, version }: FileContent,
  { isDryRun, appliesOlder }: ApplyOptions,
): Promise<Plan> {
  const { prepared, assets } = await fetchBranding(ports, merchants)
  try {
    return await ports.transact(async (trx) => {
      // Processes that start together apply the file one after the other, so the second finds everything done.
      if (ports.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
      if (!appliesOlder) {
        const isKnown = await wasApplied(trx, version.digest)
        const superseded = whySuperseded(version, await findAppliedFile(trx), isKnown)
        if (superseded !== null) return { merchants: [], heldBack: [], superseded }
      }
      const plan = await configureAll(trx, ports, prepared)
      if (isDryRun) throw new RolledBack(plan)
      for (const asset of assets) await storeBrandingAsset(trx, asset, ports.clock)
      await record(trx, ports, plan)
      const last = await findAppliedFile(trx)
      // Gateways reload their files after each record, so a record without changes would cause an endless loop.
      const isNews = last?.digest !== version.digest || last.heldBack !== plan.heldBack.length
      if (appliesOlder || isNews) await recordAppliedFile(trx, version, plan.heldBack.length, ports.clock)
      return plan
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.plan
    throw error
  }
}

/** Fetched before the commit, because an image's server may take seconds, and no lock may wait for that. */
async function fetchBranding(ports: ApplyConfigurationPorts, entries: readonly MerchantEntry[]) {
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
  ports: ApplyConfigurationPorts,
  entries: readonly MerchantEntry[],
): Promise<Plan> {
  const merchants: Plan['merchants'][number][] = []
  const conflicts: string[] = []
  const heldBack: SkippedRoute[] = []
  const live = await ports.listLive(trx)
  for (const { label, merchant: wanted, clients, subscriptions, managedBy } of entries) {
    const { merchant, heldBack: routes } = await holdBackOf(trx, wanted, live)
    const manager = await findManagerIn(trx, merchant.id)
    if (manager === 'PORTAL' && managedBy === 'PORTAL') {
      merchants.push({ label, merchantId: merchant.id, changes: [] })
      continue
    }
    heldBack.push(...routes)
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
  return { merchants, heldBack, superseded: null }
}

/** Reads a merchant's current terminals only if a route is held back. */
async function holdBackOf(
  trx: Connection,
  wanted: ConfiguredMerchant,
  live: readonly LiveProcess[],
): Promise<ReturnType<typeof holdBack>> {
  const result = holdBack(wanted, [], live)
  if (result.heldBack.length === 0) return result
  const present = await readConfigured(withTables<MerchantTables>(trx), wanted.id)
  return holdBack(wanted, present?.merchant.terminals ?? [], live)
}

function describeTakenOver(merchantId: string): string {
  return (
    `merchant ${merchantId} is managed in the portal: remove it from the file, ` +
    'set managed_by: portal, or take it back with managed_by: file'
  )
}

/** The audit trail records every change of permissions over money. */
async function record(
  trx: Transaction<ConfigurationTables>,
  { audit }: ApplyConfigurationPorts,
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
