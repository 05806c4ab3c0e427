import type { CardBrand } from '@sluice/types/vocabulary'

import type { Business } from '../merchants/index.ts'
import { toEmvText } from './emv-text.ts'

/** EMV 3-D Secure: the length of `merchantName` and of `threeDSRequestorName`. */
const NAME_MAX_CHARS = 40

/** What a card scheme knows the merchant by, as its acquirer registered it. */
export interface AcquirerRegistration {
  /** The acquirer's number at the scheme, up to 11 digits. */
  readonly bin: string
  /** The merchant's number at the acquirer, up to 35 characters. */
  readonly merchantId: string
  /** Assigned by the scheme's directory server; null where the 3DS server adds it. */
  readonly requestorId: string | null
  /** Null for the merchant's name. */
  readonly requestorName: string | null
  /** Null for the merchant's address. */
  readonly requestorUrl: string | null
}

/** What 3-D Secure needs to know of an account with a provider. */
export interface AccountRegistration {
  /** By brand; `default` is for brands that are not named. */
  readonly acquirers: Readonly<Partial<Record<CardBrand | 'default', AcquirerRegistration>>>
  /** The id of the 3DS server for its payments; null for the first. */
  readonly threeDsServer: string | null
  readonly business: Business | null
}

/** The merchant as the 3DS server and the bank are told it. */
export interface Seller {
  /** At most 40 printable characters of ASCII, as that of the requestor. */
  readonly name: string | null
  /** ISO 3166-1, two letters. */
  readonly country: string | null
  /** Merchant category code: four digits. */
  readonly mcc: string | null
  readonly url: string | null
  readonly acquirer: AcquirerRegistration | null
}

/** Where something is known of a seller, the narrowest place first: a terminal, its merchant, the account. */
export interface SellerPlaces {
  readonly terminal: { readonly business: Business | null } | null
  readonly merchant: { readonly name: string; readonly business: Business | null } | null
  readonly account: AccountRegistration | null
}

/** Describes the seller of a payment with a card of the brand: each member is that of the narrowest place that has it. */
export function describeSeller({ terminal, merchant, account }: SellerPlaces, brand: CardBrand): Seller {
  const places = [terminal?.business, merchant?.business, account?.business]
  const find = (member: keyof Business): string | null =>
    places.map((business) => business?.[member] ?? null).find((value) => value !== null) ?? null
  const name = toName(terminal?.business?.name ?? merchant?.business?.name ?? merchant?.name ?? find('name'))
  const url = find('url')
  const acquirer = account?.acquirers[brand] ?? account?.acquirers.default ?? null
  return {
    name,
    country: find('country'),
    mcc: find('mcc'),
    url,
    acquirer: acquirer && {
      ...acquirer,
      requestorName: toName(acquirer.requestorName) ?? name,
      requestorUrl: acquirer.requestorUrl ?? url,
    },
  }
}

function toName(name: string | null): string | null {
  return (name !== null && toEmvText(name, NAME_MAX_CHARS)) || null
}

/** Lists what 3DS servers require of a seller and the configuration does not give, by the names of its members. */
export function listMissing(places: SellerPlaces, brands: Iterable<CardBrand>): readonly string[] {
  const sellers = [...brands].map((brand) => ({ brand, ...describeSeller(places, brand) }))
  const [any] = sellers
  if (any === undefined) return []
  return [
    ...sellers.filter(({ acquirer }) => acquirer === null).map(({ brand }) => `acquirers.${brand}`),
    ...(['country', 'mcc', 'url'] as const)
      .filter((member) => any[member] === null)
      .map((member) => `business.${member}`),
  ]
}
