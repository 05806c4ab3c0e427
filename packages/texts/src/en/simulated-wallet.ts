import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Language',
  title: 'Pay with your wallet',
  shop: 'Shop',
  amount: 'Amount',
  cards: 'Card',
  kinds: { PAN_ONLY: 'Saved to your account', CRYPTOGRAM_3DS: 'On this device' },
  ends: { approved: 'is approved', challenge: 'your bank asks', declined: 'too little money' },
  noCards: 'None of the cards in this wallet is accepted by the shop.',
  address: 'Billing address',
  passcode: 'Device passcode',
  passcodeHint: 'Any four digits; 0000 is refused.',
  wrongPasscode: 'That passcode is not right. Try again.',
  pay: 'Pay',
  cancel: 'Cancel',
  offline: 'The wallet could not be reached. Check your connection and try again.',
  hints: 'Errors for this test',
  errors: {
    INTERNAL_ERROR: 'The wallet breaks down',
    BUYER_ACCOUNT_ERROR: 'The account is blocked',
    DEVELOPER_ERROR: 'The shop is set up wrongly',
  },
  simulation: 'This wallet is a simulation. No money moves.',
  unreadableTitle: 'Nothing to pay',
  unreadableText: 'Open this page with the wallet’s button in a shop.',
}
