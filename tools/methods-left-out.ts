/** The reasons why connectors leave methods out, for docs/connectors.md. A test demands a reason for each. */
import type { ProviderConnectorType } from '../packages/connectors/src/declarations.ts'

/** A method that no connector serves. */
interface Unserved {
  /** The connector that is planned for it; null for none. */
  readonly next: string | null
  readonly reason: string
}

const IN_NO_CONTRACT = 'not in the published contract of Adyen or Stripe'

/** The reasons by the type of the method. */
export const UNSERVED: Readonly<Record<string, Unserved>> = {
  payment_wallets: {
    next: 'Cashfree',
    reason:
      'the shopper chooses among wallets of India; Adyen wants one of them named in the request, and Stripe has none',
  },
  'provider-redirect-obt': { next: 'Skrill', reason: IN_NO_CONTRACT },
  'provider-redirect-wlt': { next: 'Skrill', reason: IN_NO_CONTRACT },
  'provider-redirect-ntl': {
    next: 'Skrill',
    reason: 'Adyen’s contract has its name alone, Stripe’s has none',
  },
  'provider-redirect-pch': { next: 'Skrill', reason: IN_NO_CONTRACT },
  'provider-redirect-spi': {
    next: 'dLocal',
    reason: 'not a method of its own; with Stripe, a bank transfer in MXN is paid by SPEI',
  },
  'provider-redirect-khp': { next: 'dLocal', reason: IN_NO_CONTRACT },
  'provider-redirect-pgf': { next: 'dLocal', reason: IN_NO_CONTRACT },
  'provider-redirect-spx': { next: 'dLocal', reason: IN_NO_CONTRACT },
  'provider-redirect-onb': {
    next: 'Cashfree',
    reason: 'Adyen wants the shopper’s bank in the request, which no page of the gateway asks for',
  },
  'provider-redirect-cns': { next: null, reason: IN_NO_CONTRACT },
  'provider-redirect-lnj': { next: null, reason: IN_NO_CONTRACT },
  'provider-redirect-gfc': {
    next: null,
    reason: 'Adyen wants the card’s number and PIN in the request, which no page of the gateway asks for',
  },
  'provider-redirect-chp': { next: null, reason: 'nobody knows what the code stands for' },
  'provider-redirect-epd': { next: null, reason: 'nobody knows what the code stands for' },
  'provider-redirect-gir': { next: null, reason: 'its owner has closed it' },
  'provider-redirect-sft': { next: null, reason: 'its owner has closed it' },
}

const NO_CRYPTOGRAM = 'no published parameter takes a token with its cryptogram'

/**
 * The reason why a connector leaves out a method that another one serves, by the connector and the type of the method.
 */
export const LEFT_OUT: Readonly<Record<ProviderConnectorType, Readonly<Record<string, string>>>> = {
  adyen: {
    'provider-redirect-blt': 'needs a tax number in a form of its own, and pays by a voucher to print',
    'provider-redirect-npy': 'needs the shopper’s bank in the request, which no page of the gateway asks for',
    'provider-redirect-pwy': 'needs the shopper’s bank in the request, which no page of the gateway asks for',
  },
  stripe: {
    'network-token': NO_CRYPTOGRAM,
    'awallet-pay': NO_CRYPTOGRAM,
    'gwallet-pay': `${NO_CRYPTOGRAM}; a token with a card number is charged as a card`,
    'provider-redirect-glu': 'not in Stripe’s published contract',
    'provider-redirect-psc': 'not in Stripe’s published contract',
    'provider-redirect-gch': 'not in Stripe’s published contract',
    'provider-redirect-dna': 'not in Stripe’s published contract',
    'provider-redirect-mah': 'not in Stripe’s published contract',
  },
}
