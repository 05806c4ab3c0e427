import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Language',
  title: 'Pay with your wallet',
  shop: 'Shop',
  amount: 'Amount',
  cards: 'Card',
  kinds: { PAN_ONLY: 'Saved to your account', CRYPTOGRAM_3DS: 'On this device' },
  ends: { approved: 'approved', challenge: '3-D Secure', declined: 'insufficient funds' },
  noCards: 'The shop accepts none of the cards in this wallet.',
  address: 'Billing address',
  passcode: 'Device passcode',
  passcodeHint: 'Any four digits; 0000 is refused.',
  wrongPasscode: 'Wrong passcode. Try again.',
  pay: 'Pay',
  cancel: 'Cancel',
  offline: 'We couldn’t reach the wallet. Check your connection and try again.',
  hints: 'Errors for this test',
  errors: {
    INTERNAL_ERROR: 'The wallet fails',
    BUYER_ACCOUNT_ERROR: 'The account is blocked',
    DEVELOPER_ERROR: 'The shop is misconfigured',
  },
  simulation: 'This wallet is a simulation. No money moves.',
  unreadableTitle: 'Nothing to pay',
  unreadableText: 'Open this page with the wallet’s button in a shop.',
}
