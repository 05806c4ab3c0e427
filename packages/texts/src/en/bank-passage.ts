import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Continue',
  continuing: 'One moment',
  to_your_bank: 'Taking you to your bank',
  finished: 'Finished',
  close_page: 'You can close this page and go back to the shop.',
  not_possible: 'Something went wrong',
  not_understood: 'This link is no longer valid. Check your order in the shop.',
}
