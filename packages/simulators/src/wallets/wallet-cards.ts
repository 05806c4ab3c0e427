/** The outcome of a payment with a card of the simulated wallets. */
export type WalletCardEnd = 'approved' | 'challenge' | 'declined'

export interface WalletCard {
  readonly pan: string
  readonly network: 'VISA' | 'MASTERCARD'
  /**
   * `PAN_ONLY`: the number on file, so the bank may challenge. `CRYPTOGRAM_3DS`: a number of this device, which has
   * authenticated the shopper.
   */
  readonly authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  readonly end: WalletCardEnd
}

/** The expiry is later than any day on which tests run. */
export const EXPIRATION = { expiration_month: 12, expiration_year: 2034 } as const

/** The two kinds of credentials that a wallet may hold. The shop cannot know which one it gets. */
export const WALLET_CARDS: readonly WalletCard[] = [
  { pan: '4111111111111111', network: 'VISA', authMethod: 'CRYPTOGRAM_3DS', end: 'approved' },
  { pan: '4242424242424242', network: 'VISA', authMethod: 'PAN_ONLY', end: 'approved' },
  { pan: '4000002760003184', network: 'VISA', authMethod: 'PAN_ONLY', end: 'challenge' },
  { pan: '5555555555554444', network: 'MASTERCARD', authMethod: 'CRYPTOGRAM_3DS', end: 'approved' },
  { pan: '5200000000002151', network: 'MASTERCARD', authMethod: 'PAN_ONLY', end: 'challenge' },
  { pan: '4000000000009995', network: 'VISA', authMethod: 'CRYPTOGRAM_3DS', end: 'declined' },
]

/** The addresses in the simulated wallets, in the format of the wallet's API. */
export const WALLET_ADDRESSES = [
  {
    name: 'Ada Lindqvist',
    address1: 'Storgatan 1',
    locality: 'Stockholm',
    administrativeArea: '',
    countryCode: 'SE',
    postalCode: '111 22',
    phoneNumber: '+46 8 123 456 78',
  },
  {
    name: 'Amar Hodžić',
    address1: 'Titova 7',
    locality: 'Sarajevo',
    administrativeArea: '',
    countryCode: 'BA',
    postalCode: '71000',
    phoneNumber: '+387 61 234 567',
  },
] as const
