import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Payment successful. Thank you!',
  processing: 'Your payment is still processing. Please don’t pay again.',
  declined: 'The payment didn’t go through. Please use another card or another way to pay.',
  insufficientFunds:
    'There are insufficient funds for this payment. Please use another card or another way to pay.',
  canceled: 'The payment was canceled. You can start again at any time.',
  timeIsOver: 'Your session expired. Please start again.',
  cardExpired: 'This card has expired. Please check the expiry date, or use another card.',
  cardDetails: 'The card details are incorrect. Please check them, or use another card.',
  securityCode: 'The security code is incorrect. Please check the code on your card.',
  methodNotOffered: 'This way to pay isn’t available here. Please choose another one.',
  methodUnusable: 'This card or way to pay can’t be used. Please choose another one, or ask your bank.',
  installments: 'Installments aren’t available here. Please choose another way to pay.',
  linkInvalid: 'This payment link is no longer valid. Please ask the shop for a new one.',
  shopCannot: 'The shop can’t take this payment right now. It’s not your fault. Please contact the shop.',
  notConfirmed: 'Your bank couldn’t verify it’s you. Please try again, or use another card.',
  confirmationUnavailable:
    'Your bank can’t verify payments right now. Please try again later, or use another card.',
  notAccepted: 'This payment can’t be accepted. Please contact the shop if you have questions.',
}
