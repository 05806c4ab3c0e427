import { CardForm } from '@sluice/embedded-fields/parts'
import type { WaysOptions } from '../ways-options.ts'
import type { WayView } from '../way-view.ts'
import { formView } from './form-view.ts'

/** Puts the form of a card into its room. */
export function showCard(
  room: HTMLElement,
  { session, now, onSubmit }: Pick<WaysOptions, 'session' | 'now' | 'onSubmit'>,
): WayView {
  const form = new CardForm()
  form.now = now
  form.addEventListener('submit-request', onSubmit)
  room.append(form)
  form.acceptedBrands = session.payment_methods.find(({ type }) => type === 'card')?.brands ?? null
  const saveCard = document.querySelector<HTMLInputElement>('#save-card')
  const view = formView(form, () => ({
    method: { type: 'card', card: form.readCard() },
    customer: null,
    saveCard: saveCard?.checked ?? false,
  }))
  return {
    ...view,
    setBusy(isBusy) {
      view.setBusy(isBusy)
      if (saveCard) saveCard.disabled = isBusy
    },
  }
}
