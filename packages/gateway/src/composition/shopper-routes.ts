import type { Config } from '../config.ts'
import {
  createFindPage,
  registerHostedPaymentPages,
  registerLinkPages,
  registerPage,
} from '../hosted-payment-page/index.ts'
import { findBrandingAsset, prepareDemo, registerBrandingAssets } from '../merchants/index.ts'
import { availabilityOf, registerPaymentLinks, returnedAddress } from '../payment-links/index.ts'
import { createFirstSteps, registerBrowserAssets, registerCspReports, registerPages } from '../pages/index.ts'
import {
  hashSessionId,
  registerClientSessions,
  registerSessionChallenge,
  registerSessions,
} from '../sessions/index.ts'
import { BROWSER_PAGE_SCRIPTS, ORDER_PAGE_SCRIPTS } from '../transactions/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import { languagesOf, type Pages, type RouteParts } from './route-parts.ts'

/** Registers the endpoints of sessions, and the files that shoppers' browsers load. */
export function registerShopperPages(
  config: Config,
  infrastructure: Infrastructure,
  { edge, storage, flows, sandboxPorts, readDemoEnvironment, adapters }: RouteParts,
  { assets, hostedPage }: Pages,
): void {
  const { db, realTime } = infrastructure
  const { server, readiness } = edge
  const { merchants, customers, sessions, paymentLinks } = storage.stores
  const { rules, executions, cards, orders } = flows
  const resolveClientKey = (clientKey: string) => merchants.findClientKey(clientKey)
  const ports = {
    ...executions,
    ...flows.merchants,
    ...orders,
    ...cards,
    customers,
    sessions,
    paymentLinks,
    hashSessionId,
    resolveClientKey,
    hasLinkEnded: async (merchantId: string, id: string) => {
      const link = await paymentLinks.find(merchantId, id)
      return link === null || availabilityOf(link, executions.clock.now()) === 'ENDED'
    },
    returnedUrl: (clientKey: string) => edge.addressOf.baseUrl() + returnedAddress(clientKey),
  }
  registerSessions(server, ports, rules)
  registerClientSessions(server, ports)
  const listLanguages = languagesOf(merchants)
  registerSessionChallenge(server, { ...ports, listLanguages })
  const findClientKeyOf = (merchantId: string) => merchants.findClientKeyOf(merchantId)
  registerHostedPaymentPages(server, { ...ports, findClientKeyOf }, rules)
  registerPaymentLinks(server, { ...ports, findClientKeyOf }, rules)
  registerLinkPages(server, { ...ports, renderLinkDocument: hostedPage.renderLinkDocument })
  registerPage(server, {
    ...ports,
    findPage: createFindPage(ports),
    renderDocument: hostedPage.renderDocument,
  })
  registerBrowserAssets(server, {
    assets,
    resolveClientKey,
    listLanguages,
    walletScripts: () => {
      const wallet = cards.gwalletPay()
      return wallet === null ? [] : [wallet.describe().scriptUrl]
    },
    furtherScripts: [...hostedPage.scripts, ...BROWSER_PAGE_SCRIPTS, ...ORDER_PAGE_SCRIPTS],
  })
  registerBrandingAssets(server, { findBrandingAsset: (digest) => findBrandingAsset(db, digest) })
  registerCspReports(server, { realTime })
  registerPages(server, {
    environment: config.environment,
    schema: infrastructure.schema.schema,
    isReady: () => readiness.isReady(),
    documentationFolder: adapters.documentationFolder ?? null,
    readDemoEnvironment,
    // Without simulators there is no payment method.
    firstSteps: config.simulators
      ? createFirstSteps({
          ...infrastructure,
          prepareDemo: () => prepareDemo(sandboxPorts),
          issueTokenTo: edge.identity.issueTokenTo,
        })
      : () => Promise.resolve(null),
  })
}
