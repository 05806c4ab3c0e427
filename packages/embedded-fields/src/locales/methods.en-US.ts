import type { MethodTexts } from './method-texts.ts'

export const methodTexts: MethodTexts = {
  methodList: 'Other ways to pay',
  names: {
    payment_open_banking: 'Bank account',
    payment_upi: 'UPI',
    payment_wallets: 'Wallet',
    payment_bank_transfer: 'Bank transfer',
    payment_qr_code: 'QR code',
  },
  redirects: {
    wallet: 'Wallet payment',
    bank: 'Online bank transfer',
    scheme: 'Bank payment',
    voucher: 'Prepaid voucher',
    service: 'Payment service',
  },
  more: 'More ways to pay',
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
    email_invalid: 'Check the email address; it should look like name@example.com.',
    first_name_required: 'Enter your first name.',
    last_name_required: 'Enter your last name.',
    blik_code_invalid: 'A BLIK code has six digits.',
  },
  proceed: 'Continue',
  working: 'One moment…',
  awayTitle: 'Your payment is waiting on another page.',
  awayProceed: 'Go back to that page',
  awayCancel: 'Cancel payment',
  nothingOffered: 'There is no other way to pay here.',
  payWith: 'Pay with',
  wallet: {
    popup_blocked: 'Your browser blocked the wallet’s window. Allow pop-ups for this page, then try again.',
    wallet_failed: 'The wallet could not be used. Try again, or pay another way.',
  },
}
