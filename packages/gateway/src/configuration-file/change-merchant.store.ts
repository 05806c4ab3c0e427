import type { Kysely } from 'kysely'

import type { RecordChange } from '@sluice/platform/kernel/record-change'
import type { Transact } from '@sluice/platform/database/transact'

import type { ConfigProblem } from '../config-values.ts'
import {
  type BrandingPorts,
  claimSettings,
  type ConfiguredMerchant,
  configureMerchant,
  type ConfigureMerchantPorts,
  type ManagedBy,
  type MerchantTables,
  prepareBranding,
  readConfigured,
  removeSurplusBranding,
  storeBrandingAsset,
} from '../merchants/index.ts'
import type { RiskSettings } from '../risk/index.ts'
import { checkMerchant, type MerchantReading, type MerchantSurroundings } from './check-merchant.ts'
import { type MerchantDocument, toMerchantDocument } from './merchant-document.ts'

export interface ChangeMerchantPorts extends ConfigureMerchantPorts, BrandingPorts, MerchantSurroundings {
  readonly db: Kysely<MerchantTables>
  readonly transact: Transact<MerchantTables>
  /** The default rules for merchants whose entry has none; null for none. */
  readonly standardRisk: RiskSettings | null
}

/** A merchant's entry in the form of the file, and who may change it. */
export interface ManagedEntry {
  readonly managedBy: ManagedBy
  /** Incremented by each change. */
  readonly version: number
  readonly document: MerchantDocument
  /** The number of entries in the merchant's block lists. */
  readonly blocked: number
}

/** The result of a change. */
export type MerchantChangeResult =
  | { readonly ok: true; readonly version: number; readonly changes: readonly RecordChange[] }
  | { readonly ok: false; readonly refusal: 'merchant_unknown' | 'managed_by_file' | 'changed_meanwhile' }
  | { readonly ok: false; readonly refusal: 'not_valid'; readonly problems: readonly ConfigProblem[] }

/** Returns null for an unknown merchant. */
export async function readSettings(
  db: Kysely<MerchantTables>,
  merchantId: string,
): Promise<ManagedEntry | null> {
  const configured = await readConfigured(db, merchantId)
  if (configured === null) return null
  const { managedBy, version, merchant } = configured
  return { managedBy, version, document: toMerchantDocument(merchant), blocked: countBlocked(merchant.risk) }
}

/**
 * Changes the entry of a merchant that is managed at the portal, in one commit. The entry is validated and applied like the
 * file.
 *
 * @param version - the version that the person saw.
 * @param change - returns the new entry.
 */
export async function changeMerchant(
  ports: ChangeMerchantPorts,
  { merchantId, version }: { readonly merchantId: string; readonly version: number },
  change: (document: MerchantDocument) => MerchantDocument,
): Promise<MerchantChangeResult> {
  const configured = await readConfigured(ports.db, merchantId)
  if (configured === null) return { ok: false, refusal: 'merchant_unknown' }
  if (configured.managedBy === 'FILE') return { ok: false, refusal: 'managed_by_file' }
  if (configured.version !== version) return { ok: false, refusal: 'changed_meanwhile' }
  const present = toMerchantDocument(configured.merchant)
  const reading = checkMerchant(change(present), present, ports)
  if (!reading.ok) return { ok: false, refusal: 'not_valid', problems: reading.problems }
  const desired = keepBlocked(reading.merchant, configured.merchant, ports.standardRisk)
  // Fetched before the commit, because an image's server may take seconds, and no lock may wait for that.
  const branding = await prepareBranding(ports.db, desired, ports)
  if (branding.problems.length > 0)
    return { ok: false, refusal: 'not_valid', problems: branding.problems.map(toBrandingProblem) }
  return ports.transact(async (trx): Promise<MerchantChangeResult> => {
    // The row stays locked, so a concurrent change finds another version.
    if (!(await claimSettings(trx, merchantId, version))) return { ok: false, refusal: 'changed_meanwhile' }
    for (const asset of branding.assets) await storeBrandingAsset(trx, asset, ports.clock)
    const { changes, conflicts } = await configureMerchant(trx, branding.merchant, ports, 'PORTAL')
    if (conflicts.length > 0) throw new Error(conflicts.join('\n'))
    await removeSurplusBranding(trx, merchantId)
    return { ok: true, version: version + 1, changes }
  })
}

/**
 * Returns the merchant as it would be after a change, without storing anything. Images and fonts that are not stored
 * yet are omitted.
 *
 * @returns the problems of an invalid change; null for an unknown merchant.
 */
export async function draftMerchant(
  ports: Pick<ChangeMerchantPorts, 'db'> & MerchantSurroundings,
  merchantId: string,
  change: (document: MerchantDocument) => MerchantDocument,
): Promise<MerchantReading | null> {
  const configured = await readConfigured(ports.db, merchantId)
  if (configured === null) return null
  const present = toMerchantDocument(configured.merchant)
  const reading = checkMerchant(change(present), present, ports)
  if (!reading.ok) return reading
  const fetchAsset = () => Promise.reject(new Error('not fetched for a preview'))
  const { merchant } = await prepareBranding(ports.db, reading.merchant, { fetchAsset })
  return { ok: true, merchant }
}

/** Block lists are stored as keyed hashes, which entries do not contain, so they stay unchanged. */
function keepBlocked(
  wanted: ConfiguredMerchant,
  present: ConfiguredMerchant,
  standard: RiskSettings | null,
): ConfiguredMerchant {
  const terminals = new Map(present.terminals.map((terminal) => [terminal.id, terminal]))
  return {
    ...wanted,
    risk: withBlocked(wanted.risk, present.risk, standard),
    terminals: wanted.terminals.map((terminal) => ({
      ...terminal,
      risk: withBlocked(terminal.risk, terminals.get(terminal.id)?.risk ?? null, null),
    })),
  }
}

/**
 * @param standard - the default rules, written out with a block list if the entry has none, because settings with a
 *   list replace the defaults.
 */
function withBlocked(
  wanted: RiskSettings | null,
  present: RiskSettings | null,
  standard: RiskSettings | null,
): RiskSettings | null {
  if (present === null || countBlocked(present) === 0) return wanted
  return { rules: (wanted ?? standard)?.rules ?? [], blocked: present.blocked }
}

function countBlocked(risk: RiskSettings | null): number {
  if (risk === null) return 0
  const { cards, emails, addresses } = risk.blocked
  return cards.length + emails.length + addresses.length
}

export function toBrandingProblem(reason: string): ConfigProblem {
  const got = reason.includes('the font of') ? 'font_url' : 'logo_url'
  return { name: `branding.${got}`, got: reason, fix: 'use another address' }
}
