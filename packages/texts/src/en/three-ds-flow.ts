import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Your bank asks for a confirmation',
  bank: 'Your bank’s page',
  continue: 'Continue',
  finished: 'I have confirmed, continue',
  leave: 'Cancel and go back to the shop',
  notReached: 'The payment service does not answer. Nothing was paid twice; please try again in a moment.',
  notValid: 'This address is not valid any more. Go back to the shop and look at your order there.',
  oneMoment: 'One moment',
  retry: 'Try again',
  waiting: 'We are asking your bank. Please do not close this page.',
}
