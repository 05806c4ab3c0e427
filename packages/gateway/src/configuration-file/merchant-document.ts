import { type CARD_METHOD_TYPES, LANGUAGES } from '@sluice/types/vocabulary'
import type * as z from 'zod'

import type { ConfiguredMerchant, ProviderAccount } from '../merchants/index.ts'
import { toRiskRules } from '../risk/index.ts'
import { toBusinessDocument } from './account-registration.ts'
import type { fileSchema } from './file-schema.ts'
import { toMethodEntry } from './method-settings.ts'

/** Returns a merchant as an entry of the configuration file. */
export type MerchantDocument = z.input<typeof fileSchema>['merchants'] extends
  | readonly (infer One)[]
  | undefined
  ? One
  : never

type TerminalDocument = NonNullable<MerchantDocument['terminals']>[number]

/** Translates the terms of the slices to those of the file, without clients, webhooks and block lists. */
export function toMerchantDocument(merchant: ConfiguredMerchant): MerchantDocument {
  const { id, name, status, locale, languages, branding, shoppersRemoveCards, webhookHosts, business, risk } =
    merchant
  const { merchant_name: _, ...look } = branding
  return {
    id,
    name,
    status,
    language: languageOf(locale),
    languages: [...languages] as MerchantDocument['languages'],
    branding: look,
    shoppers_remove_cards: shoppersRemoveCards,
    webhook_hosts: [...webhookHosts],
    ...(business && { business: toBusinessDocument(business) }),
    ...(risk && { risk: { rules: toRiskRules(risk) } }),
    terminals: merchant.terminals.map(toTerminalDocument),
    client_keys: merchant.clientKeys.map(({ clientKey, status: keyStatus, origins }) => ({
      client_key: clientKey,
      status: keyStatus,
      origins: origins === '*' ? ['*'] : [...origins],
    })),
  }
}

function toTerminalDocument(terminal: ConfiguredMerchant['terminals'][number]): TerminalDocument {
  const { id, status, features, brands, methods, routing, maxRetries, onUnavailable, origins } = terminal
  const { threeDsServer, business, risk, methodSettings } = terminal
  return {
    terminal_id: id,
    status,
    features: [...features],
    brands: [...brands],
    payment_methods: [...methods].map((type) =>
      toMethodEntry(type, methodSettings.get(type)),
    ) as TerminalDocument['payment_methods'],
    routing: routing.map(toAccountDocument),
    alternative_accounts: Object.fromEntries(
      [...terminal.alternativeAccounts].map(([type, account]) => [type, toAccountDocument(account)]),
    ),
    max_retries: maxRetries,
    three_ds: { on_unavailable: onUnavailable, ...(threeDsServer !== null && { server: threeDsServer }) },
    ...(terminal.installments.length > 0 && {
      installments: terminal.installments.map((plan) => ({
        currency: plan.currency,
        payment_method_types: [...plan.methods] as (typeof CARD_METHOD_TYPES)[number][],
        brands: [...plan.brands],
        min_count: plan.minCount,
        max_count: plan.maxCount,
        min_amount: plan.minAmountMinor,
      })),
    }),
    origins: [...origins],
    ...(business && { business: toBusinessDocument(business) }),
    ...(risk && { risk: { rules: toRiskRules(risk) } }),
  }
}

function toAccountDocument({ providerId, accountId }: ProviderAccount) {
  return { provider: providerId, account: accountId }
}

function languageOf(locale: string): NonNullable<MerchantDocument['language']> {
  const [language = 'en'] = Object.entries(LANGUAGES).find(([, known]) => known.locale === locale) ?? []
  return language as NonNullable<MerchantDocument['language']>
}
