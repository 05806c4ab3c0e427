import type { PaymentLinkTexts } from '../areas/payment-link.ts'

export const paymentLinkTexts: PaymentLinkTexts = {
  title: 'Payment',
  amountToPay: 'Amount to pay',
  yourAmount: 'Amount in {currency}',
  between: 'From {min} to {max}.',
  notAnAmount: 'Enter an amount such as {example}.',
  outOfRange: 'Enter an amount from {min} to {max}.',
  begin: 'Continue to payment',
  verify: 'Verify card',
  verification: 'Card verification',
  nothingCharged: 'Nothing is charged',
  tryAgain: 'Try again',
  testMode: 'Test mode – no real money',
  language: 'Language',
  code: 'Code {code}',
  hindrances: {
    ended: {
      title: 'This payment link has ended',
      text: 'It has expired or has been used already. Ask the shop for a new link.',
    },
    busy: {
      title: 'Someone is paying at the moment',
      text: 'This link allows only a limited number of payments. Try again in a few minutes.',
    },
    unknown: {
      title: 'This payment link does not exist',
      text: 'Check that the address is complete, or ask the shop for a new link.',
    },
    unavailable: {
      title: 'Payment currently unavailable',
      text: 'This payment cannot be made at the moment. Please contact the shop.',
    },
  },
  returned: {
    title: 'You can close this page',
    text: 'The shop will be notified of the result of your payment.',
  },
}
