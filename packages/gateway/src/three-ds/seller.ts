import type { CardBrand } from '@sluice/types/vocabulary'

import type { Business } from '../merchants/index.ts'
import { toEmvText } from './emv-text.ts'

/** EMV 3-D Secure: the maximum length of `merchantName` and `threeDSRequestorName`. */
const NAME_MAX_CHARS = 40

/** The ids by which a card scheme knows the merchant, as its acquirer registered them. */
export interface AcquirerRegistration {
  /** The acquirer's number at the scheme, up to 11 digits. */
  readonly bin: string
  /** The merchant's number at the acquirer, up to 35 characters. */
  readonly merchantId: string
  /** The id from the scheme's directory server; null if the 3DS server adds it. */
  readonly requestorId: string | null
  /** Null to use the merchant's name. */
  readonly requestorName: string | null
  /** Null to use the merchant's URL. */
  readonly requestorUrl: string | null
}

/** The 3-D Secure data of a provider account. */
export interface AccountRegistration {
  /** Acquirers by brand; `default` is for brands that are not listed. */
  readonly acquirers: Readonly<Partial<Record<CardBrand | 'default', AcquirerRegistration>>>
  /** The id of the 3DS server for its payments; null for the first server. */
  readonly threeDsServer: string | null
  readonly business: Business | null
}

/** The merchant data for the 3DS server and the bank. */
export interface Seller {
  /** At most 40 printable ASCII characters, like the requestor's name. */
  readonly name: string | null
  /** ISO 3166-1, two letters. */
  readonly country: string | null
  /** Merchant category code: four digits. */
  readonly mcc: string | null
  readonly url: string | null
  readonly acquirer: AcquirerRegistration | null
}

/** The sources of seller data, the most specific first: a terminal, its merchant, the account. */
export interface SellerPlaces {
  readonly terminal: { readonly business: Business | null } | null
  readonly merchant: { readonly name: string; readonly business: Business | null } | null
  readonly account: AccountRegistration | null
}

/** Describes the seller of a payment by card brand: each member comes from the most specific source that has it. */
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

/** Lists the seller data that 3DS servers require and the configuration lacks, by their configuration names. */
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
