import {
  bringIntoView,
  focusedField,
  REFUSED_FIELDS,
  type CardForm,
  type PayingCard,
} from '@sluice/embedded-fields/parts'
import { FORM_TEXTS } from '@sluice/texts/card-form'

import type { Order, PaymentView } from '../payment-view.ts'

/** A way to pay by the fields of a card form. @param read - called only when every field is right. */
export function formView(form: CardForm, card: () => PayingCard, read: () => Order): PaymentView {
  return {
    get card() {
      return card()
    },
    speak: (locale) => (form.texts = FORM_TEXTS[locale]),
    setBusy: (isBusy) => (form.busy = isBusy),
    readOrder() {
      if (form.reveal() === null) return read()
      showFocused(form)
      return null
    },
    showRefusal(processingCode) {
      const refused = REFUSED_FIELDS[processingCode]
      if (!refused) return false
      form.showError(...refused)
      showFocused(form)
      return true
    },
  }
}

/** Scrolls a field with its label and message above an on-screen keyboard. */
function showFocused(form: CardForm): void {
  form.focusField()
  bringIntoView(focusedField() ?? form)
}
