import { CardForm, PLAIN_CARD } from '@sluice/embedded-fields/parts'
import type { PaymentViewOptions } from '../payment-view-options.ts'
import type { PaymentView } from '../payment-view.ts'
import { formView } from './form-view.ts'

/** Puts the form of a card into its room. */
export function showCard(
  room: HTMLElement,
  { session, now, onSubmit }: Pick<PaymentViewOptions, 'session' | 'now' | 'onSubmit'>,
  onChange: () => void,
): PaymentView {
  const form = new CardForm({ ...PLAIN_CARD, saveCard: session.tokenization === 'OPT_IN' })
  form.now = now
  form.addEventListener('submit-request', onSubmit)
  form.addEventListener('field-view', onChange)
  room.append(form)
  form.acceptedBrands = session.payment_methods.find(({ type }) => type === 'card')?.brands ?? null
  const card = () => ({ type: 'card', brand: form.viewOf('number').brand }) as const
  return formView(form, card, () => ({
    method: { type: 'card', card: form.readCard() },
    customer: null,
    saveCard: form.savesCard,
  }))
}
