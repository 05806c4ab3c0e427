import {
  bringIntoView,
  focusedField,
  MethodList,
  toPageCustomer,
  type MethodOrder,
} from '@sluice/embedded-fields/parts'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import type { Locale } from '@sluice/types/vocabulary'
import type { PaymentViewOptions } from '../payment-view-options.ts'
import { listOtherMethods, listRows } from '../payment-options.ts'

/** Ways to pay that are confirmed elsewhere: each has a button of its own. */
export interface OtherMethodsView {
  /** Draws the buttons, once. */
  show(): void
  speak(locale: Locale): void
  setBusy(isBusy: boolean): void
  /** Marks the typed value as wrong. @returns whether there is one. */
  showRefusal(): boolean
}

export function showOtherMethods(
  room: HTMLElement,
  { session, onElsewhere }: Pick<PaymentViewOptions, 'session' | 'onElsewhere'>,
  onChooseAbove: (type: string) => void,
): OtherMethodsView {
  const list = new MethodList()
  list.methods = listOtherMethods(session.payment_methods)
  // A search finds these, too.
  list.shownAbove = listRows(session.payment_methods).map(({ type }) => type)
  list.addEventListener('choose-above', (event) => onChooseAbove((event as CustomEvent<string>).detail))
  list.customer = toPageCustomer(session.session.customer)
  list.addEventListener('pay', (event) => onElsewhere((event as CustomEvent<MethodOrder>).detail))
  list.addEventListener('method-open', () => {
    const opened = list.querySelector<HTMLElement>('[data-open]')
    if (opened) bringIntoView(opened)
  })
  list.addEventListener('refuse', () => bringIntoView(focusedField() ?? list))
  return {
    show() {
      if (!list.isConnected) room.append(list)
    },
    speak: (locale) => (list.texts = METHOD_TEXTS[locale]),
    setBusy: (isBusy) => (list.busy = isBusy),
    showRefusal: () => list.showRefusal(),
  }
}
