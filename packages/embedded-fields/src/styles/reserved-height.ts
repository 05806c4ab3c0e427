import type { Appearance, CardConfig, ComponentType } from '../merchant-page/embedded-fields-api.ts'
import { PLAIN_CARD, type FormPlan } from '../protocol/form-plan.ts'
import { formHeightPx, FRAME_BLEED_PX, INSTALLMENTS_PX, METHODS_HEIGHT_PX } from './layout.ts'

const SAVED_CARD: FormPlan = {
  component: 'saved-card',
  paymentMethodId: '',
  savedCard: { maskedPan: '', expirationDate: '', cardBrand: '' },
}

/**
 * Returns the height that a component takes in its element, in pixels, while its texts have their usual size. A page that a server
 * renders gives it to the element as `min-height`, so that nothing moves when the script of the page creates the component.
 *
 * @param type - of the component, as `create` takes it.
 * @param componentConfig - as `create` takes it; of a card.
 * @param layout - of the card's fields, as `appearance.layout`.
 * @param installments - whether the session offers a choice of installments, which appears below the fields of a card.
 *
 * @example
 * ```ts
 * const html = `<div id="card" style="min-height: ${reservedHeightPx('card')}px"></div>`
 * ```
 */
export function reservedHeightPx(
  type: ComponentType,
  componentConfig: NonNullable<CardConfig['componentConfig']> = {},
  layout: NonNullable<Appearance['layout']> = 'row',
  installments = false,
): number {
  if (type === 'alternative-payment-method') return METHODS_HEIGHT_PX - 2 * FRAME_BLEED_PX
  const formPx = formHeightPx(type === 'card' ? planOf(componentConfig, layout) : SAVED_CARD, {})
  return formPx + (installments ? INSTALLMENTS_PX : 0) - 2 * FRAME_BLEED_PX
}

function planOf(
  { customerConfig, saveCard = false }: NonNullable<CardConfig['componentConfig']>,
  layout: NonNullable<Appearance['layout']>,
): FormPlan {
  const presence = (isShown: boolean | undefined) => (isShown ? 'optional' : 'hidden')
  return {
    ...PLAIN_CARD,
    layout,
    holderName: presence(customerConfig?.hasHolderName),
    holderEmail: presence(customerConfig?.hasHolderEmail),
    saveCard,
  }
}
