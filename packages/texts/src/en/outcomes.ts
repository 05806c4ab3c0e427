import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Your payment was accepted. Thank you!',
  processing: 'Your payment is still being processed. Please do not pay again.',
  declined: 'The payment did not go through. Please use another card or another way to pay.',
  insufficientFunds:
    'There is not enough money available for this payment. Please use another card or another way to pay.',
  canceled: 'The payment was canceled. You can start again whenever you like.',
  timeIsOver: 'The time to pay ran out. Please start again.',
  cardExpired: 'This card has expired. Please check the expiry date, or use another card.',
  cardDetails: 'Something is not right with the card details. Please check them, or use another card.',
  securityCode: 'The security code is not right. Please check the code on your card.',
  methodNotOffered: 'This way to pay is not offered here. Please choose another one.',
  methodUnusable: 'This card or way to pay cannot be used. Please choose another one, or ask your bank.',
  installments: 'Paying in instalments is not possible here. Please choose another way to pay.',
  linkInvalid: 'This payment link is no longer valid. Please ask the shop for a new one.',
  shopCannot:
    'The shop cannot take this payment at the moment. It is not your fault. Please contact the shop.',
  notConfirmed: 'Your bank did not confirm that it is you who pays. Please try again, or use another card.',
  confirmationUnavailable:
    'Your bank cannot confirm payments at the moment. Please try again later, or use another card.',
  notAccepted: 'This payment cannot be accepted. Please contact the shop if you have questions.',
}
