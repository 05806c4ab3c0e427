import { iso31661Alpha2ToNumeric } from 'iso-3166'

import type { EnrolmentMessage } from '@sluice/provider-protocol'
import { CURRENCIES, type Currency } from '@sluice/types/vocabulary'

import type { Sale } from '../../three-ds/three-ds-server.ts'

type SaleMembers = Omit<EnrolmentMessage, 'key' | 'merchant_id' | 'transaction_id' | 'card' | 'metadata'>

/** Kosovo appears on cards and in addresses. ISO 3166-1 has no number for it; the card schemes use this one. */
const NUMBERS_OF_SCHEMES: Readonly<Record<string, string>> = { XK: '383' }

/** The values of `threeDSRequestorAuthenticationInd`. */
const [PAYMENT, ADD_CARD] = ['01', '04']

/** The value of `threeRIInd`, because the gateway does not know whether a charge is one of a series. */
const OTHER_PAYMENT = '11'

/** Builds the sale for both calls to a 3DS server, with numeric codes. */
export function toSaleMembers(sale: Sale): SaleMembers {
  const { seller, currency } = sale
  const { acquirer } = seller
  const { numeric, exponent } = CURRENCIES[currency as Currency]
  return {
    acquirer_bin: acquirer?.bin ?? null,
    acquirer_merchant_id: acquirer?.merchantId ?? null,
    requestor_id: acquirer?.requestorId ?? null,
    requestor_name: acquirer?.requestorName ?? null,
    requestor_url: acquirer?.requestorUrl ?? null,
    merchant_name: seller.name,
    merchant_country_code: toCountryNumber(seller.country),
    merchant_url: seller.url,
    mcc: seller.mcc,
    purchase_amount: sale.amountMinor,
    purchase_currency: currency,
    purchase_currency_code: numeric,
    purchase_exponent: exponent,
    requested_at: toEmvTime(sale.requestedAtMs),
    message_category: sale.isPayment ? 'PA' : 'NPA',
    transaction_type: '01',
    ...(sale.channel === '3RI'
      ? { device_channel: '03', authentication_indicator: null, three_ri_indicator: OTHER_PAYMENT }
      : {
          device_channel: '02',
          authentication_indicator: sale.savesCard || !sale.isPayment ? ADD_CARD : PAYMENT,
          three_ri_indicator: null,
        }),
    challenge_preference: sale.challengePreference,
    ...(sale.exemption !== null && { exemption: sale.exemption }),
  }
}

/** Returns the ISO 3166-1 numeric code. */
export function toCountryNumber(country: string | null): string | null {
  return country === null ? null : (iso31661Alpha2ToNumeric[country] ?? NUMBERS_OF_SCHEMES[country] ?? null)
}

/** Formats a time as YYYYMMDDHHMMSS in UTC. */
export function toEmvTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace(/\D/g, '')
}
