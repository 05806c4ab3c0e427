import { methodName } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'

import { chooseKeysToPublish, type MerchantStore, toKeySet } from '../../merchants/index.ts'
import { type AccountRegistration, describeSeller } from '../../three-ds/index.ts'
import { describeAt, withServedMethods } from '../admission/served-methods.ts'
import type { AuthenticatedPayment, ThreeDsSettings } from '../card/card-context.ts'
import { rulesOf } from '../card/charge-card.ts'
import type { Provider } from '../execution/provider.ts'

/** Returns the lookups in a merchant's data that authorizations and sessions need. */
export function describeMerchantRecords(
  merchants: MerchantStore,
  {
    clock,
    providers,
    isProduction,
    registrationOf,
  }: {
    readonly clock: Clock
    readonly providers: ReadonlyMap<string, Provider>
    readonly isProduction: boolean
    /** Returns the 3-D Secure data of an account; null if none is configured. */
    readonly registrationOf: (providerId: string, accountId: string) => AccountRegistration | null
  },
) {
  return {
    findMerchant: (merchantId: string) => merchants.findMerchant(merchantId),
    findTerminal: (merchantId: string, terminalId: string) => merchants.findTerminal(merchantId, terminalId),
    async findOfferedTerminal(merchantId: string, terminalId: string) {
      const terminal = await merchants.findTerminal(merchantId, terminalId)
      return terminal && withServedMethods(terminal, providers, isProduction)
    },
    /** Returns the names of methods on the merchant's terminals that the configuration changed from the catalogue. */
    async nameMethods(merchantId: string): Promise<Readonly<Record<string, string>>> {
      const terminals = await merchants.listTerminals(merchantId)
      const named = terminals.flatMap((terminal) =>
        [...terminal.methods].flatMap((type) => {
          const { name } = describeAt(terminal, type, providers)
          return name === null || name === methodName(type) ? [] : [[type, name] as const]
        }),
      )
      return Object.fromEntries(named.toReversed())
    },
    loadPrivateKeys: (merchantId: string) => merchants.loadPrivateKeys(merchantId),
    fingerprintCard: (merchantId: string, pan: Secret<string>) =>
      merchants.fingerprintCard(merchantId, pan.reveal()),
    async findTerminalRules(merchantId: string, terminalId: string) {
      const terminal = await merchants.findTerminal(merchantId, terminalId)
      if (terminal === null) throw new Error(`Terminal ${terminalId} is gone`)
      return rulesOf(terminal)
    },
    async listOrigins(merchantId: string, terminalId: string) {
      return (await merchants.findTerminal(merchantId, terminalId))?.origins ?? []
    },
    async findThreeDsSettings(payment: AuthenticatedPayment): Promise<ThreeDsSettings> {
      const { merchantId, terminalId, providerId, accountId, brand } = payment
      const places = {
        terminal: await merchants.findTerminal(merchantId, terminalId),
        merchant: await merchants.findMerchant(merchantId),
        account: registrationOf(providerId, accountId),
      }
      const serverId = places.terminal?.threeDsServer ?? places.account?.threeDsServer ?? null
      return { seller: describeSeller(places, brand), serverId }
    },
    async findMerchantName(merchantId: string) {
      return (await merchants.findMerchant(merchantId))?.name ?? null
    },
    async describeMerchant(merchantId: string) {
      const merchant = await merchants.findMerchant(merchantId)
      if (merchant === null) throw new Error(`Merchant ${merchantId} is gone`)
      const { branding, locale, languages, shoppersRemoveCards } = merchant
      return { branding, locale, languages, shoppersRemoveCards }
    },
    async publishKeys(merchantId: string) {
      return toKeySet(chooseKeysToPublish(await merchants.listEncryptionKeys(merchantId), clock.now()))
    },
  }
}
