import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Your bank asks you to confirm',
  bank: 'Your bank’s page',
  continue: 'Continue',
  finished: 'I’ve confirmed, continue',
  leave: 'Cancel and go back to the shop',
  notReached: 'The payment service isn’t responding. You haven’t been charged twice. Try again in a moment.',
  notValid: 'This link is no longer valid. Check your order in the shop.',
  oneMoment: 'One moment',
  retry: 'Try again',
  waiting: 'Checking with your bank. Please don’t close this page.',
}
