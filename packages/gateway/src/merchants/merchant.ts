import type { Branding } from '@sluice/types'
import type { CardBrand, Currency, Language, Locale, TerminalFeature } from '@sluice/types/vocabulary'

import type { SettingsByMethod } from '../method-catalogue/index.ts'
import type { RiskSettings } from '../risk/index.ts'

/** The business data for card schemes and banks; null to inherit it from merchant or account. */
export interface Business {
  /** The name that shoppers see. */
  readonly name: string | null
  /** ISO 3166-1, two letters. */
  readonly country: string | null
  /** Merchant category code, ISO 18245: four digits. */
  readonly mcc: string | null
  readonly url: string | null
}

export interface Merchant {
  readonly id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** The language of the payment form if the shopper's browser has none. */
  readonly locale: Locale
  /** The languages of its pages beyond those of every merchant. */
  readonly languages: readonly Language[]
  /** The style of the payment form, passed through unchanged. */
  readonly branding: Branding
  /** Whether shoppers may remove their saved cards on the payment form. */
  readonly shoppersRemoveCards: boolean
  /** The hosts to which programs may subscribe events: exact names, or `*.example.com`. */
  readonly webhookHosts: readonly string[]
  /** Null if only its name is known. */
  readonly business: Business | null
  /** The risk rules for payments at all of its terminals; null for the defaults. */
  readonly risk: RiskSettings | null
}

/** The manager of a merchant's settings: the configuration file, or users of the portal. */
export type ManagedBy = 'FILE' | 'PORTAL'

/** A provider and the account with it. */
export interface ProviderAccount {
  readonly providerId: string
  readonly accountId: string
}

/** The conditions under which a terminal offers installments. */
export interface InstallmentPlan {
  readonly currency: Currency
  /** The `payment_method.type` of cards and of methods that are charged like cards. */
  readonly methods: readonly string[]
  readonly brands: readonly CardBrand[]
  readonly minCount: number
  readonly maxCount: number
  /** The smallest amount with installments, in minor units. */
  readonly minAmountMinor: number
}

/** The configuration that a transaction runs against. */
export interface Terminal {
  readonly merchantId: string
  /** `T` and 11 digits. */
  readonly id: string
  readonly status: 'ACTIVE' | 'INACTIVE' | 'NOT_ACCEPTING'
  readonly features: ReadonlySet<TerminalFeature>
  readonly brands: ReadonlySet<CardBrand>
  /** The `payment_method.type` of each accepted method. */
  readonly methods: ReadonlySet<string>
  /** The settings of single methods here, which override those at their providers. */
  readonly methodSettings: SettingsByMethod
  /** The provider of each type that is confirmed elsewhere: on a provider's page, at a bank, later. */
  readonly alternativeAccounts: ReadonlyMap<string, ProviderAccount>
  /** The provider accounts in order of preference. */
  readonly routing: readonly ProviderAccount[]
  /** The number of further providers after a decline; used only with the feature FALLBACK_ROUTING. */
  readonly maxRetries: number
  /** The action if the cardholder cannot be authenticated for technical reasons. */
  readonly onUnavailable: 'DECLINE' | 'PROCEED'
  /** The id of its 3DS server; null for the server of the account. */
  readonly threeDsServer: string | null
  /** The installment plans; none if all payments are single. */
  readonly installments: readonly InstallmentPlan[]
  /**
   * The allowed origins of the merchant's addresses; none allows any.
   *
   * @see docs/protocol/origins.md#registered-origins
   */
  readonly origins: readonly string[]
  /** Business data that differ from the merchant's; null if none do. */
  readonly business: Business | null
  /** Further risk rules for payments here; null for none. */
  readonly risk: RiskSettings | null
}

/** The public key by which a merchant's pages name the merchant. */
export interface ClientKey {
  /** `ck_test_` or `ck_live_` and 32 hexadecimal digits. */
  readonly clientKey: string
  readonly merchantId: string
  /** The exact web origins that may use it; `'*'` for any, which only the test environment allows. */
  readonly origins: readonly string[] | '*'
}

/** A new merchant, with everything that it needs initially. */
export interface NewMerchant {
  readonly id: string
  /** The name of the sandbox; null if the merchant is not a sandbox. */
  readonly sandboxId: string | null
  /** The merchant whose users created it in the portal; null if an operator did. */
  readonly madeBy: string | null
  readonly name: string
  readonly terminals: readonly Omit<Terminal, 'merchantId'>[]
  readonly clientKey: Omit<ClientKey, 'merchantId'>
  /** The block lists as written. */
  readonly risk: RiskSettings | null
}
