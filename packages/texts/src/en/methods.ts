import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'en-US',
  methodList: 'Other ways to pay',
  kinds: {
    bank: 'Bank',
    wallet: 'Wallet',
    app: 'App',
    cash: 'Cash or voucher',
  },
  search: 'Search payment methods',
  found: 'Payment methods found: {count}',
  more: 'More payment methods',
  labels: {
    email: 'Email',
    first_name: 'First name',
    last_name: 'Last name',
    blik_code: 'BLIK code',
  },
  optional: 'optional',
  blikHint: 'Six digits from your bank’s app. You can also enter them on the next page.',
  errors: {
    email_required: 'Enter your email address.',
    email_invalid: 'Enter an email address like name@example.com.',
    first_name_required: 'Enter your first name.',
    last_name_required: 'Enter your last name.',
    blik_code_invalid: 'Enter the six-digit code from your bank’s app.',
  },
  change: 'Change',
  proceed: 'Continue',
  working: 'One moment…',
  stillWorking: 'Still working. Don’t pay again or close this page.',
  awayTitle: 'Your payment is open on another page.',
  awayProceed: 'Go back to that page',
  awayCancel: 'Cancel payment',
  nothingOffered: 'There are no other payment methods here.',
  noWallet: 'Paying with a wallet isn’t available right now.',
  payWith: 'Pay with',
  wallet: {
    popup_blocked: 'Your browser blocked the wallet’s window. Allow pop-ups for this page, then try again.',
    wallet_failed: 'Something went wrong with the wallet. Try again, or pay another way.',
  },
}
