import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Continue',
  continuing: 'One moment',
  to_your_bank: 'Taking you to your bank',
  finished: 'Finished',
  close_page: 'You can close this page and go back to the shop.',
  not_possible: 'This did not work',
  not_understood: 'This address is not valid any more. Go back to the shop and look at your order there.',
}
