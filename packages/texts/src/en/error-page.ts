import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'This page doesn’t exist',
    text: 'The link is incomplete or no longer valid. Go back to the shop and start from there.',
  },
  notNow: { title: 'This page can’t be shown right now', text: 'Try again in a moment.' },
}
