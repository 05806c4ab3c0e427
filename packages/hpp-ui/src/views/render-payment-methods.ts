import { bringIntoView, type MethodOrder } from '@sluice/embedded-fields/parts'
import type { ClientSession } from '@sluice/types'
import { findElement } from '../page/find-element.ts'
import { showMethod, type MethodView } from './alternatives/show-method.ts'
import { showOtherMethods, type OtherMethodsView } from './alternatives/show-other-methods.ts'
import { showCard } from './card/show-card.ts'
import { showRemoval } from './saved-cards/show-removal.ts'
import { showSavedCard } from './saved-cards/show-saved-card.ts'
import { showInstallments } from './installments/show-installments.ts'
import { listPaymentOptions, type PaymentOption } from './payment-options.ts'
import type { PaymentViewOptions } from './payment-view-options.ts'
import type { Order, PaymentView } from './payment-view.ts'

export interface RenderedPaymentMethods {
  /** Returns the order, paid by this page or confirmed elsewhere; null if fields are invalid, whose errors are then shown. */
  readOrder(): Order | MethodOrder | null
  setBusy(isBusy: boolean): void
  showRefusal(processingCode: string): boolean
  /** Replaces the session after the merchant changed it. */
  changeSession(session: ClientSession): void
  /** Removes every typed value from the document. */
  clear(): void
}

/** Makes the payment methods interactive; the document has drawn them. */
export function renderPaymentMethods(options: PaymentViewOptions): RenderedPaymentMethods {
  const { session, localizer } = options
  const ways = listPaymentOptions(session)
  const views = new Map<string, PaymentView>()
  const installments = showInstallments(session, localizer)
  const offerInstallments = () => installments?.offer(views.get(chosen)?.card ?? null)
  const methods = new Map<string, MethodView>()
  let others: OtherMethodsView | null = null
  let isCleared = false
  let chosen = ''
  for (const way of ways) {
    if (way.kind === 'other') others = showOtherMethods(roomOf(way), options, (type) => chooseRow(type))
    else if (way.kind === 'method') methods.set(way.id, showMethod(roomOf(way), way.method, options))
    else
      views.set(
        way.id,
        showView(way, options, () => offerInstallments()),
      )
  }
  localizer.onChange(() => {
    for (const view of [...views.values(), ...methods.values()]) view.speak(localizer.locale)
    others?.speak(localizer.locale)
  })

  const radios = [...document.querySelectorAll<HTMLInputElement>('input[name="way"]')]
  chosen = radios.find(({ checked }) => checked)?.value ?? ways[0]?.id ?? ''
  const finish = findElement('#finish')
  const choose = (id: string) => {
    chosen = id
    localizer.put(findElement('#problem'), null)
    for (const body of document.querySelectorAll<HTMLElement>('.way-body')) {
      const isChosen = body.dataset['way'] === id
      body.hidden = !isChosen
      // The button is reached before the other ways. What removes a card comes after it.
      if (isChosen && !body.contains(finish)) body.insertBefore(finish, body.querySelector('[data-removal]'))
    }
    if (id === 'other') others?.show()
    // Those methods have their own buttons.
    findElement('#pay').hidden = id === 'other'
    // Only card data is typed here.
    findElement('.secure').hidden = !views.has(id)
    offerInstallments()
  }
  /** Opens a payment method, and scrolls it into view with its button. */
  const open = (radio: HTMLInputElement) => {
    choose(radio.value)
    bringIntoView(radio.closest<HTMLElement>('.way') ?? radio)
  }
  for (const radio of radios) radio.addEventListener('change', () => open(radio))
  choose(chosen)
  // Buttons that are out of sight take a phone longer to draw than the fields for the first input.
  afterPaint(() => {
    if (!isCleared) others?.show()
  })

  /** Selects the row of a method that the search found outside its list. */
  const chooseRow = (id: string) => {
    const radio = radios.find(({ value }) => value === id)
    if (!radio) return
    radio.checked = true
    radio.focus()
    open(radio)
  }

  /** Removes a card from the list; another payment method then has the focus. */
  const leaveOut = (id: string) => {
    const index = radios.findIndex(({ value }) => value === id)
    const removed = radios.splice(index, 1)
    views.delete(id)
    const next = radios.find(({ value }) => value === chosen) ?? radios.find(({ disabled }) => !disabled)
    if (next) {
      next.checked = true
      // The button leaves the card before the card leaves the page.
      if (next.value !== chosen) choose(next.value)
    }
    for (const radio of removed) radio.closest('.way')?.remove()
    next?.focus()
  }
  for (const box of document.querySelectorAll<HTMLElement>('[data-removal]')) {
    const way = ways.find(({ id }) => id === box.dataset['removal'])
    if (way?.kind !== 'saved-card') continue
    const remove = async () => {
      const isGone = await options.onRemove(way.card.payment_method_id)
      if (isGone) leaveOut(way.id)
      return isGone
    }
    showRemoval(box, { localizer, remove })
  }

  return {
    readOrder() {
      const order = views.get(chosen)?.readOrder() ?? null
      if (order === null) return methods.get(chosen)?.readOrder() ?? null
      const count = installments?.count
      return count === undefined ? order : { ...order, installments: count }
    },
    changeSession: (changed) => installments?.changeSession(changed),
    setBusy(isBusy) {
      for (const radio of radios) if (radio.value !== chosen) radio.disabled = isBusy || isExpired(radio)
      for (const view of [...views.values(), ...methods.values()]) view.setBusy(isBusy)
      others?.setBusy(isBusy)
      installments?.setBusy(isBusy)
      for (const button of document.querySelectorAll<HTMLButtonElement>('[data-removal] button'))
        button.disabled = isBusy
    },
    showRefusal: (processingCode) =>
      views.has(chosen)
        ? (views.get(chosen)?.showRefusal(processingCode) ?? false)
        : ((methods.get(chosen) ?? others)?.showRefusal() ?? false),
    clear() {
      isCleared = true
      for (const room of document.querySelectorAll('[data-room]')) room.replaceChildren()
    },
  }
}

function showView(
  way: Exclude<PaymentOption, { kind: 'other' | 'method' }>,
  options: PaymentViewOptions,
  onChange: () => void,
): PaymentView {
  return way.kind === 'card'
    ? showCard(roomOf(way), options, onChange)
    : showSavedCard(roomOf(way), way.card, options)
}

function roomOf({ id }: PaymentOption): HTMLElement {
  return findElement(`[data-room="${id}"]`)
}

/** The document disabled it, and nothing on the page makes the card valid again. */
function isExpired(radio: HTMLInputElement): boolean {
  return radio.dataset['expired'] !== undefined
}

/** Runs work that the first view of the page does not need, after it has been painted. */
function afterPaint(work: () => void): void {
  // A frame's callbacks run before it is painted, and tasks after it.
  requestAnimationFrame(() => setTimeout(work))
}
