import type { Frame, Page } from './app/page.ts'
import type { Place } from './app/place.ts'
import { MissingPage } from './missing-page.ts'
import { PaymentPage } from './payments/payment-page.ts'
import { PaymentsPage } from './payments/payments-page.ts'
import { TEXTS } from './texts/texts.ts'

/** The entries of the navigation, each with what a person must be allowed to do to find something there. */
export const SECTIONS = [
  { href: '/payments', name: TEXTS.pages.payments, action: 'listTransactions' },
] as const

export function openPage(frame: Frame, place: Place): Page {
  switch (place.page) {
    case 'payments':
      return new PaymentsPage(frame, place.query)
    case 'payment':
      return new PaymentPage(frame, place.id)
    case 'missing':
      return new MissingPage()
  }
}
