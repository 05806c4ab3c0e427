import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'This page does not exist',
    text: 'The link is incomplete or no longer valid. Go back to the shop and start from there.',
  },
  notNow: { title: 'This page cannot be shown now', text: 'Try again in a moment.' },
}
