import {
  bringIntoView,
  focusedField,
  MethodList,
  toPageCustomer,
  type MethodOrder,
} from '@sluice/embedded-fields/parts'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import type { OfferedMethod } from '@sluice/types'
import type { Locale } from '@sluice/types/vocabulary'
import type { PaymentViewOptions } from '../payment-view-options.ts'
import { methodNameIn, methodNoteIn } from './render-method.ts'

/** A method with a row of its own, which the button of the page pays with. */
export interface MethodView {
  speak(locale: Locale): void
  setBusy(isBusy: boolean): void
  /** @returns null if fields are invalid: their errors are then shown, and the first such field has the focus. */
  readOrder(): MethodOrder | null
  showRefusal(): boolean
}

/** Makes the row of a method interactive: its names in every language, and its fields. */
export function showMethod(
  room: HTMLElement,
  method: OfferedMethod,
  { session, localizer, onElsewhere }: Pick<PaymentViewOptions, 'session' | 'localizer' | 'onElsewhere'>,
): MethodView {
  const { type } = method
  const way = room.closest('.way')
  for (const [part, say] of [
    ['[data-method-name]', methodNameIn],
    ['[data-method-note]', methodNoteIn],
  ] as const) {
    const line = way?.querySelector(part)
    if (line) localizer.put(line, (language) => say(method, language))
  }
  const list = new MethodList()
  list.methods = [method]
  list.isSole = true
  list.customer = toPageCustomer(session.session.customer)
  list.addEventListener('pay', (event) => onElsewhere((event as CustomEvent<MethodOrder>).detail))
  list.addEventListener('refuse', () => bringIntoView(focusedField() ?? list))
  room.append(list)
  return {
    speak: (locale) => (list.texts = METHOD_TEXTS[locale]),
    setBusy: (isBusy) => (list.busy = isBusy),
    // A method without fields has nothing to read.
    readOrder: () => list.readOrder() ?? (list.querySelector('form') ? null : { type, data: {} }),
    showRefusal: () => list.showRefusal(),
  }
}
