import type { CustomerTexts, FailureTexts, FormTexts, PaymentTexts } from '../areas/card-form.ts'

export const formTexts: FormTexts = {
  cardForm: 'Card details',
  labels: {
    number: 'Card number',
    expiry: 'Expiry (MM/YY)',
    cvv: 'Security code',
    holderName: 'Name on card',
    holderEmail: 'Email',
  },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / YY', cvv: 'CVV' },
  optional: 'optional',
  expires: 'Expires',
  expired: 'Expired',
  errors: {
    number_required: 'Enter the card number.',
    number_incomplete: 'The card number is too short.',
    number_invalid: 'Check the digits of the number.',
    brand_not_accepted: 'This card brand is not accepted.',
    expiry_required: 'Enter the expiry date.',
    expiry_incomplete: 'Enter MM / YY, like 05 / 30.',
    expiry_month_invalid: 'Enter a month from 01 to 12.',
    expiry_past: 'This card has expired.',
    cvv_required: 'Enter the security code.',
    cvv_incomplete: 'Enter all digits.',
    cvv_invalid: 'The code was not accepted.',
    holder_name_required: 'Enter the name as it is on the card.',
    holder_name_invalid: 'Enter a name. The card number goes into its own field.',
    holder_email_required: 'Enter your email address.',
    holder_email_invalid: 'Enter an email address like name@example.com.',
  },
  checkFields: 'Check the marked fields',
  offline: 'No connection. Your details are kept.',
}

export const failureTexts: FailureTexts = {
  network_error: 'The payment service could not be reached. Check your connection and try again.',
  outcome_unknown: 'The payment could not be confirmed. Check with the shop before you pay again.',
  session_not_found: 'This payment is no longer available. Start again from the shop.',
  session_expired: 'The time to pay is over. Start again from the shop.',
  session_finished: 'This payment has ended. Check with the shop before you pay again.',
  payment_in_progress: 'A payment is running already. Wait for its end.',
  request_refused: 'The payment could not be started. Check your details.',
  too_many_requests: 'Too many attempts. Wait a minute, then try again.',
  service_unavailable: 'The payment service has a problem. Try again in a moment.',
  insecure_context: 'Paying by card needs a secure connection (https).',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Your bank’s page',
  waiting: 'One moment…',
  challengeTitle: 'Confirm with your bank',
  close: 'Close',
  closesSoon: 'Two minutes are left to confirm.',
  cancelQuestion: 'Cancel this payment?',
  cancelExplanation: 'Your bank has not confirmed it yet.',
  cancelPayment: 'Cancel payment',
  continuePayment: 'Continue',
  afterwards: 'Then you return to the shop.',
  bankIsSlow: 'Your bank’s page is slow to load.',
  connectionLost: 'No connection.',
  connectionBack: 'The connection is back.',
  bankIsLost: 'The bank’s page could not be loaded.',
  reloadBank: 'Load the bank’s page again',
  cancel: 'Cancel',
  elsewhere: 'The payment is still running. Confirm it where you began it, or cancel it.',
  serviceIsSilent: 'The payment service does not answer. Try again.',
  notCanceled: 'It could not be canceled; the payment goes on.',
}

export const customerTexts: CustomerTexts = {
  members: {
    firstName: 'First name',
    lastName: 'Last name',
    address: 'Address',
    city: 'City',
    postalCode: 'Postal code',
    country: 'Country',
    phone: 'Phone',
    email: 'Email',
  },
  rules: {
    phone: 'begin with + and the country code, like +38761234567.',
    email: 'enter an address like name@example.com.',
    country: 'enter two letters, like BA.',
    other: 'this entry was not accepted. Shorten it, or leave out special characters.',
  },
}
