import { CardForm } from '@sluice/embedded-fields/parts'
import type { OfferedSavedCard } from '@sluice/types'
import { formView } from '../card/form-view.ts'
import type { PaymentViewOptions } from '../payment-view-options.ts'
import type { PaymentView } from '../payment-view.ts'
import { expiryText } from './saved-card-expiry.ts'

/** Puts the form for the security code of a saved card into its room. */
export function showSavedCard(
  room: HTMLElement,
  card: OfferedSavedCard,
  { now, onSubmit }: Pick<PaymentViewOptions, 'now' | 'onSubmit'>,
): PaymentView {
  const paymentMethodId = card.payment_method_id
  const form = new CardForm({
    component: 'saved-card',
    paymentMethodId,
    savedCard: {
      maskedPan: card.card_masked,
      expirationDate: expiryText(card).replace('/', ''),
      cardBrand: card.card_brand,
    },
  })
  form.now = now
  form.addEventListener('submit-request', onSubmit)
  room.append(form)
  distinguishIds(form, room.dataset['room'] ?? '')
  const paying = { type: 'saved_card', brand: card.card_brand } as const
  return formView(
    form,
    () => paying,
    () => ({
      method: { type: 'saved_card', paymentMethodId, cvv: form.readCvv() },
      customer: null,
    }),
  )
}

/** Attributes that name other elements by their ids. */
const REFERENCES = ['for', 'aria-describedby', 'aria-labelledby', 'aria-controls'] as const

/** Adds a suffix to the ids in a form, because two forms on one page would share labels. */
function distinguishIds(form: HTMLElement, ending: string): void {
  for (const element of form.querySelectorAll('[id]')) element.id += `-${ending}`
  for (const name of REFERENCES) {
    for (const element of form.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name)?.split(' ') ?? []
      element.setAttribute(name, ids.map((id) => `${id}-${ending}`).join(' '))
    }
  }
}
