import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'

import type { ConfigProblem } from '../config-values.ts'
import type { RiskSettings } from '../risk/index.ts'
import { configureMerchant, prepareBranding, readConfigured, storeBrandingAsset } from '../merchants/index.ts'
import { checkMerchant } from './check-merchant.ts'
import { type ChangeMerchantPorts, toBrandingProblem } from './change-merchant.store.ts'
import type { MerchantDocument } from './merchant-document.ts'

/** The result for an entry. */
export type AddOutcome =
  | { readonly kind: 'added'; readonly merchantId: string; readonly name: string }
  | { readonly kind: 'exists' }
  | { readonly kind: 'not_valid'; readonly problems: readonly ConfigProblem[] }

/** The accounts that the file may name. In the test environment, a provider needs no entry. */
export interface KnownAccounts {
  knows(provider: string, account: string): boolean
}

/**
 * Adds a merchant that is managed at the portal from then on, in one commit. The rules of the file apply. An existing merchant
 * stays unchanged.
 */
export async function addMerchant(
  ports: ChangeMerchantPorts,
  document: MerchantDocument,
  accounts: KnownAccounts,
): Promise<AddOutcome> {
  const { isProduction } = ports
  // Accounts are looked up in this installation, because the entry does not list them. A merchant of the test environment comes with the
  // installments of simulated providers: what the providers here do not offer has no effect.
  const reading = checkMerchant(
    document,
    { id: 'nobody', name: 'Nobody' },
    { ...ports, isProduction: false, installmentsOf: () => null },
  )
  if (!reading.ok) return { kind: 'not_valid', problems: reading.problems }
  const unknown = isProduction ? findUnknownAccounts(document, accounts) : []
  if (unknown.length > 0) return { kind: 'not_valid', problems: unknown }
  const branding = await prepareBranding(ports.db, reading.merchant, ports)
  if (branding.problems.length > 0)
    return { kind: 'not_valid', problems: branding.problems.map(toBrandingProblem) }
  const merchant = {
    ...branding.merchant,
    risk: mergeWithStandard(branding.merchant.risk, ports.standardRisk),
  }
  const { id, name } = merchant
  return ports
    .transact(async (trx): Promise<AddOutcome> => {
      if ((await readConfigured(trx, id)) !== null) return { kind: 'exists' }
      for (const asset of branding.assets) await storeBrandingAsset(trx, asset, ports.clock)
      const { conflicts } = await configureMerchant(trx, merchant, ports, 'PORTAL')
      if (conflicts.length > 0) throw new ConflictingEntry(conflicts)
      return { kind: 'added', merchantId: merchantIdOf(id), name }
    })
    .catch((error: unknown) => {
      if (!(error instanceof ConflictingEntry)) throw error
      const problems = error.conflicts.map((got) => ({ name: 'entry', got, fix: 'use another one' }))
      return { kind: 'not_valid', problems } as const
    })
}

/**
 * Returns the rules of a merchant from the test environment, which has no default rules, together with the defaults
 * of this environment. A rule with the name of a default one replaces it.
 *
 * @decision 0092
 */
function mergeWithStandard(risk: RiskSettings | null, standard: RiskSettings | null): RiskSettings | null {
  if (risk === null || standard === null) return risk
  const byName = new Map([...standard.rules, ...risk.rules].map((rule) => [rule.id, rule]))
  return { ...risk, rules: [...byName.values()] }
}

/** Rolls back what the commit has written so far. */
class ConflictingEntry extends Error {
  readonly conflicts: readonly string[]

  constructor(conflicts: readonly string[]) {
    super('the entry claims something that another merchant has')
    this.conflicts = conflicts
  }
}

function findUnknownAccounts(
  { terminals = [] }: MerchantDocument,
  { knows }: KnownAccounts,
): readonly ConfigProblem[] {
  return terminals.flatMap(({ routing = [], alternative_accounts: others = {} }, at) =>
    [...routing, ...Object.values(others)]
      .filter(({ provider, account }) => !knows(provider, account))
      .map(({ provider, account }) => ({
        name: `terminals.${at}`,
        got: `account ${account} of ${provider}, which this installation does not have`,
        fix: 'use one of its providers and accounts',
      })),
  )
}
