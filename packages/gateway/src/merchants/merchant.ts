import type { Branding } from '@sluice/types'
import type { CardBrand, Currency, Language, Locale, TerminalFeature } from '@sluice/types/vocabulary'

import type { SettingsByMethod } from '../method-catalogue/index.ts'
import type { RiskSettings } from '../risk/index.ts'

/** The business data for card schemes and banks. Null: inherited, from merchant or account. */
export interface Business {
  /** The name that shoppers know. */
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
  /** What the payment form speaks when the shopper's browser does not say. */
  readonly locale: Locale
  /** What its pages can be shown in besides the languages that every merchant speaks. */
  readonly languages: readonly Language[]
  /** How the payment form looks; handed on as it is. */
  readonly branding: Branding
  /** Whether shoppers may remove saved cards of theirs on the payment form. */
  readonly shoppersRemoveCards: boolean
  /** Hosts that programs may have events sent to: exact names, or `*.example.com`. */
  readonly webhookHosts: readonly string[]
  /** Null if only its name is known. */
  readonly business: Business | null
  /** What holds for payments at all of its terminals; null for what holds anyway. */
  readonly risk: RiskSettings | null
}

/** Who says what a merchant has: the configuration file, or people at the portal. */
export type ManagedBy = 'FILE' | 'PORTAL'

/** A provider and our account with it. */
export interface ProviderAccount {
  readonly providerId: string
  readonly accountId: string
}

/** Which payments of a terminal may be paid in installments. */
export interface InstallmentPlan {
  readonly currency: Currency
  /** `payment_method.type` of cards and what is charged like them. */
  readonly methods: readonly string[]
  readonly brands: readonly CardBrand[]
  readonly minCount: number
  readonly maxCount: number
  /** In minor units: smaller payments are paid at once. */
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
  /** `payment_method.type` of everything that can be paid with. */
  readonly methods: ReadonlySet<string>
  /** What the configuration says about single methods here; it counts over what it says at their providers. */
  readonly methodSettings: SettingsByMethod
  /** Who serves each type that is confirmed elsewhere: on a provider's page, at a bank, later. */
  readonly alternativeAccounts: ReadonlyMap<string, ProviderAccount>
  /** In order of preference. */
  readonly routing: readonly ProviderAccount[]
  /** Further providers after a decline; counts only with the feature FALLBACK_ROUTING. */
  readonly maxRetries: number
  /** What to do when the cardholder cannot be authenticated for technical reasons. */
  readonly onUnavailable: 'DECLINE' | 'PROCEED'
  /** The id of its 3DS server; null for the server of the account. */
  readonly threeDsServer: string | null
  /** None: everything is paid at once. */
  readonly installments: readonly InstallmentPlan[]
  /** The origins that addresses of the merchant must have; none for any. @see docs/protocol/origins.md#registered-origins */
  readonly origins: readonly string[]
  /** Business data that differ from the merchant's; null if none do. */
  readonly business: Business | null
  /** What holds for payments here besides; null for nothing. */
  readonly risk: RiskSettings | null
}

/** The public key by which a merchant's pages name the merchant. */
export interface ClientKey {
  /** `ck_test_` or `ck_live_` and 32 hexadecimal digits. */
  readonly clientKey: string
  readonly merchantId: string
  /** Exact web origins that may use it; `'*'` for any, which only the test environment has. */
  readonly origins: readonly string[] | '*'
}

/** A new merchant, with everything that it needs initially. */
export interface NewMerchant {
  readonly id: string
  /** Name of the sandbox; null if the merchant is not a sandbox. */
  readonly sandboxId: string | null
  /** The merchant whose users created it in the portal; null if an operator did. */
  readonly madeBy: string | null
  readonly name: string
  readonly terminals: readonly Omit<Terminal, 'merchantId'>[]
  readonly clientKey: Omit<ClientKey, 'merchantId'>
  /** The block lists as they were written. */
  readonly risk: RiskSettings | null
}
