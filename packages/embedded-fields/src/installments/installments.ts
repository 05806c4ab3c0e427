/**
 * The choice of installments in the card frame: a program of its own, which the frame fetches only for sessions that offer one.
 *
 * @module
 */
import type { ClientSession } from '@sluice/types'
import type { Locale } from '@sluice/types/vocabulary'
import type { CardForm } from '../elements/card-form/card-form.ts'
import { make, setText } from '../elements/make.ts'
import type { Ending } from '../payment/ending.ts'
import type { FormPlan } from '../protocol/form-plan.ts'
import { countInstallments, type PayingCard } from './count-installments.ts'
import { INSTALLMENT_TEXTS } from './installment-texts.ts'
import styles from './installments.css'

export interface InstallmentsChoice {
  /**
   * @param offered - of the session; undefined where everything is paid in full.
   * @param isFixed - nothing can be changed now.
   */
  show(offered: ClientSession['installments'], locale: Locale, isFixed: boolean): void
  /** Shows an error if a payment ended because of the choice. After an approval, the next payment is in full again. */
  settle(ending: Ending): void
  /** The chosen number of installments; undefined to pay in full. */
  readonly count: number | undefined
}

/** The prefixes of processing codes that concern the choice, or the member of the request. */
const REFUSALS = /^(2007|2012|2016|installments)/

/** Inserts the choice below the fields of a form, hidden until there is something to choose. */
export function addInstallments(form: CardForm, plan: FormPlan): InstallmentsChoice {
  const style = new CSSStyleSheet()
  style.replaceSync(styles)
  document.adoptedStyleSheets.push(style)

  const inFull = make('option', { value: '1' })
  const select = make(
    'select',
    { id: 'installments', 'aria-describedby': 'installments-terms installments-error' },
    inFull,
  )
  const label = make('label', { for: 'installments' })
  const terms = make('p', { class: 'terms', id: 'installments-terms' })
  const error = make('p', { class: 'error', id: 'installments-error', role: 'alert' })
  const box = make('div', { class: 'card-form installments' }, label, select, terms, error)
  box.hidden = true
  form.querySelector('form')?.after(box)

  let offered: ClientSession['installments']
  let texts = INSTALLMENT_TEXTS['en-US']
  /** While a number is typed, its brand may change for a moment. The choice is kept. */
  let wanted = '1'
  let isRefused = false

  const draw = () => {
    const counts = countInstallments(offered, cardOf(form, plan)).map(String)
    const drawn = [...select.options].slice(1).map(({ value }) => value)
    if (counts.join() !== drawn.join())
      select.replaceChildren(inFull, ...counts.map((count) => new Option(count, count)))
    select.value = counts.includes(wanted) ? wanted : '1'
    select.ariaInvalid = String(isRefused)
    box.hidden = counts.length === 0
    setText(label, texts.label)
    setText(inFull, texts.payInFull)
    setText(terms, texts.terms)
    setText(error, isRefused ? texts.refused : '')
  }
  // Another number of installments, or another card, may be accepted.
  const accept = () => {
    isRefused = false
    draw()
  }
  select.addEventListener('change', () => {
    wanted = select.value
    accept()
  })
  form.addEventListener('field-edit', accept)
  form.addEventListener('field-view', draw)

  return {
    show(ofSession, locale, isFixed) {
      offered = ofSession
      texts = INSTALLMENT_TEXTS[locale]
      select.disabled = isFixed
      draw()
    },
    settle(ending) {
      const [reason, isApproved] =
        ending.kind === 'failure'
          ? [ending.field, false]
          : [ending.answer.processing_code, ending.answer.approved]
      isRefused = REFUSALS.test(reason ?? '')
      if (isApproved) wanted = '1'
      draw()
    },
    get count() {
      return select.value === '1' ? undefined : Number(select.value)
    },
  }
}

function cardOf(form: CardForm, plan: FormPlan): PayingCard {
  return plan.component === 'card'
    ? { type: 'card', brand: form.viewOf('number').brand }
    : { type: 'saved_card', brand: plan.savedCard.cardBrand.toUpperCase() }
}
