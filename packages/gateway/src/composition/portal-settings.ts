import type { PortalSettings } from '@sluice/portal-api'

import type { Config } from '../config.ts'
import type { MerchantDocument } from '../configuration-file/index.ts'
import { createLookDrafts, LOOK_PREVIEW_PATH } from '../hosted-payment-page/index.ts'
import { makeClientKey } from '../merchants/index.ts'
import { STANDARD_RISK, toRiskRules } from '../risk/index.ts'
import type { BoundProvider } from '../transactions/index.ts'
import { createFetchAsset } from './configuration.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The settings of merchants that people manage. The code that reads and checks them is loaded at its first use. */
export function createPortalSettings(
  config: Pick<Config, 'environment' | 'localReceivers' | 'maxRetries' | 'outgoingPorts'>,
  infrastructure: Pick<Infrastructure, 'db' | 'transact' | 'sealer' | 'clock' | 'random' | 'realTime'>,
  {
    threeDsServers,
    providers,
  }: {
    readonly threeDsServers: { readonly ids: readonly string[] }
    readonly providers: ReadonlyMap<string, Pick<BoundProvider, 'capabilities'>>
  },
  baseUrl: () => string,
): PortalSettings {
  const drafts = createLookDrafts(infrastructure)
  const load = () => import('../configuration-file/change-merchant.store.ts')
  const standardRisk = STANDARD_RISK[config.environment]
  const standardRules = standardRisk === null ? [] : toRiskRules(standardRisk)
  const ports = {
    ...infrastructure,
    fetchAsset: createFetchAsset(config),
    isProduction: config.environment === 'production',
    maxRetries: config.maxRetries,
    standardRisk,
    installmentsOf: (providerId: string) =>
      providers.get(providerId)?.capabilities.operations.installments ?? null,
    get threeDsServers() {
      return threeDsServers.ids
    },
  }
  return {
    async read(merchantId) {
      const { readSettings } = await load()
      const reading = await readSettings(infrastructure.db, merchantId)
      return reading && { ...reading, standardRules }
    },
    change: async (merchantId, version, change) =>
      (await load()).changeMerchant(
        ports,
        { merchantId, version },
        // Input from people has any form until it is checked.
        (document) => change(document) as MerchantDocument,
      ),
    async preview(merchantId, change) {
      const { draftMerchant } = await load()
      const draft = await draftMerchant(ports, merchantId, (document) => change(document) as MerchantDocument)
      if (draft === null || !draft.ok) return draft
      const { branding, locale, languages } = draft.merchant
      const look = drafts.seal({ branding, locale, languages })
      const { colorsInUse, findWeakColors } = await import('@sluice/hpp-ui/assets')
      return {
        ok: true,
        url: `${baseUrl()}${LOOK_PREVIEW_PATH}?page=card&look=${look}`,
        colors: colorsInUse(branding.colors),
        weakColors: findWeakColors(branding.colors),
      }
    },
    async add(document, accounts) {
      const { addMerchant } = await import('../configuration-file/add-merchant.store.ts')
      // Input from people has any form until it is checked.
      return addMerchant(ports, document as MerchantDocument, accounts)
    },
    makeClientKey: () => makeClientKey(config.environment, infrastructure.random),
  }
}
