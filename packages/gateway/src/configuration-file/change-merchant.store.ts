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
  /** What holds for merchants whose entry says nothing; null where nothing does. */
  readonly standardRisk: RiskSettings | null
}

/** A merchant's entry, as the file would write it, and who may change it. */
export interface ManagedEntry {
  readonly managedBy: ManagedBy
  /** Grows with each change. */
  readonly version: number
  readonly document: MerchantDocument
  /** How many entries the merchant's block lists have. */
  readonly blocked: number
}

/** What became of a change. */
export type MerchantChangeResult =
  | { readonly ok: true; readonly version: number; readonly changes: readonly RecordChange[] }
  | { readonly ok: false; readonly refusal: 'merchant_unknown' | 'managed_by_file' | 'changed_meanwhile' }
  | { readonly ok: false; readonly refusal: 'not_valid'; readonly problems: readonly ConfigProblem[] }

/** Null without such a merchant. */
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
 * Changes the entry of a merchant that people manage: checked by the rules of the file, applied as the file is, in one commit.
 *
 * @param version - that the person saw.
 * @param change - gives the entry as it is to be.
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
  // Before the commit: a picture's server may take seconds, and no lock may wait for that.
  const branding = await prepareBranding(ports.db, desired, ports)
  if (branding.problems.length > 0)
    return { ok: false, refusal: 'not_valid', problems: branding.problems.map(toBrandingProblem) }
  return ports.transact(async (trx): Promise<MerchantChangeResult> => {
    // The row stays locked: who was slower finds another version.
    if (!(await claimSettings(trx, merchantId, version))) return { ok: false, refusal: 'changed_meanwhile' }
    for (const asset of branding.assets) await storeBrandingAsset(trx, asset, ports.clock)
    const { changes, conflicts } = await configureMerchant(trx, branding.merchant, ports, 'PORTAL')
    if (conflicts.length > 0) throw new Error(conflicts.join('\n'))
    await removeSurplusBranding(trx, merchantId)
    return { ok: true, version: version + 1, changes }
  })
}

/**
 * The merchant as a change would make it, of which nothing is kept. Pictures and fonts that are not here yet are left out.
 *
 * @returns what is wrong where the change cannot be; null without such a merchant.
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

/** Block lists are kept as keyed hashes, which no entry has: they stay what they are. */
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

/** @param standard - written out beside a block list where no rules are wanted: settings with a list say what holds. */
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
  return { name: `branding.${got}`, got: reason, fix: 'give another address' }
}
