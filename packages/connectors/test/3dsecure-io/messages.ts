import type { ThreeDsMessages } from '../../src/kit/three-ds-call.ts'
import { Secret } from '@sluice/shared/secret'

type Authentication = ThreeDsMessages['authenticate']
type BrowserAuthentication = Extract<Authentication, { readonly device_channel: '02' }>
type MerchantAuthentication = Extract<Authentication, { readonly device_channel: '03' }>

const SALE = {
  acquirer_bin: '401200',
  acquirer_merchant_id: 'M-1',
  requestor_id: null,
  requestor_name: 'Nordlys',
  requestor_url: 'https://nordlys.example',
  merchant_name: 'Nordlys & Books',
  merchant_country_code: '578',
  merchant_url: 'https://nordlys.example',
  mcc: '5942',
  purchase_amount: 129_900,
  purchase_currency: 'EUR',
  purchase_currency_code: '978',
  purchase_exponent: 2,
  requested_at: '20260115093000',
  message_category: 'PA',
  transaction_type: '01',
  challenge_preference: 'NO_PREFERENCE',
} as const

const ids = { key: 'attempt-1', merchant_id: 'merchant-1', transaction_id: 'transaction-1' }

const cardOf = (number: string) =>
  ({ number: new Secret(number), brand: 'VISA', expiration_month: 3, expiration_year: 2031 }) as const

export function enrolmentOf(number: string): ThreeDsMessages['enrol'] {
  return {
    ...ids,
    ...SALE,
    card: cardOf(number),
    device_channel: '02',
    authentication_indicator: '01',
    three_ri_indicator: null,
  }
}

export function shoppersOf(
  number: string,
  id: string,
  changes: Partial<BrowserAuthentication> = {},
): BrowserAuthentication {
  return {
    ...ids,
    ...SALE,
    card: cardOf(number),
    three_ds_server_trans_id: id,
    message_version: '2.2.0',
    device_channel: '02',
    authentication_indicator: '01',
    three_ri_indicator: null,
    three_ds_comp_ind: 'U',
    challenge_window_size: '02',
    notification_url: 'https://gateway.example/three-ds/h/challenge-notification-url',
    return_url: 'https://gateway.example/three-ds/h/challenge-return',
    cardholder: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+4748123456',
      address: 'Storgata 1',
      city: 'Oslo',
      postal_code: '0155',
      state: null,
      country: 'NO',
      country_code: '578',
    },
    browser: {
      ip: '203.0.113.7',
      java_script_enabled: null,
      user_agent: 'Mozilla/5.0 (test)',
      accept_header: 'text/html',
      java_enabled: false,
      color_depth: 24,
      screen_height: 800,
      screen_width: 600,
      time_zone_offset: -60,
      language: 'nb-NO',
    },
    ...changes,
  }
}

export function merchantsOf(
  number: string,
  id: string,
  changes: Partial<MerchantAuthentication> = {},
): MerchantAuthentication {
  return {
    ...ids,
    ...SALE,
    card: cardOf(number),
    three_ds_server_trans_id: id,
    message_version: '2.2.0',
    device_channel: '03',
    authentication_indicator: null,
    three_ri_indicator: '11',
    cardholder: null,
    prior_authentication: {
      acs_trans_id: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
      ds_trans_id: null,
      method: '02',
      at: '202511030405',
    },
    ...changes,
  }
}
