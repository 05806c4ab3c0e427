import { formatAmount, methodName, PROVIDER_REDIRECT_PREFIX } from '@sluice/types/vocabulary'

import { html, type SafeHtml } from '@sluice/shared/html'
import { hiddenFields, languageButtons, languageOf } from '../../pages/form-parts.ts'
import { WARNING_ICON } from '../../pages/icons.ts'
import type { Button } from '../press-button.ts'
import type { OrderView } from './order-view.ts'
import type { MeaningCode } from '@sluice/texts/simulated-provider'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

/** Renders payee, amount and payment method. */
export function renderSummary(
  { order, locale }: OrderView,
  rows: readonly (readonly [string, string])[] = [],
): SafeHtml {
  const texts = PROVIDER_TEXTS[locale]
  const all: readonly (readonly [string, string, string?])[] = [
    ...(order.merchantName === null ? [] : [[texts.shop, order.merchantName] as const]),
    [texts.amount, formatAmount(order.amountMinor, order.currency, locale), 'amount'],
    ...rows,
  ]
  return html`<dl class="summary">
    ${all.map(
      ([name, value, kind]) =>
        html`<dt>${name}</dt>
          <dd ${kind && html`class="${kind}"`}>${value}</dd>`,
    )}
  </dl>`
}

/** Returns the name that shoppers know the method by, or else the letters of its code. */
export function methodNameOf(type: string, { locale }: Pick<OrderView, 'locale'>): string {
  return methodName(type, languageOf(locale)) ?? type.replace(PROVIDER_REDIRECT_PREFIX, '').toUpperCase()
}

/** Renders a form of the page. Its key proves that the page was shown, and the language is preserved. */
export function renderForm({ order, locale, url }: OrderView, content: SafeHtml): SafeHtml {
  return html`<form method="post" action="${url}" autocomplete="off" novalidate>
    ${hiddenFields({ key: order.pageKey, language: languageOf(locale) })} ${content}
  </form>`
}

export interface ButtonRow {
  readonly button: Button
  readonly label: string
  readonly kind: 'primary' | 'secondary'
  readonly isWide?: boolean
}

export function renderButtons(page: OrderView, legend: string, rows: readonly ButtonRow[]): SafeHtml {
  return renderForm(
    page,
    html`<fieldset class="decisions">
      <legend>${legend}</legend>
      ${rows.map(
        ({ button, label, kind, isWide }) =>
          html`<button class="${kind}${isWide && ' wide'}" name="decision" value="${button}">
            ${label}
          </button>`,
      )}
    </fieldset>`,
  )
}

/** Renders the four actions that every provider's page offers. */
export function renderDecisions(page: OrderView): SafeHtml {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderButtons(page, texts.decision, [
    { button: 'approve', label: texts.approve, kind: 'primary' },
    { button: 'decline', label: texts.decline, kind: 'secondary' },
    { button: 'cancel', label: texts.cancel, kind: 'secondary' },
    { button: 'stay', label: texts.stay, kind: 'secondary' },
  ])
}

/** Renders the error of a field, which is announced when it appears. */
export function renderError(id: string, error: string | null): SafeHtml {
  return html`<div role="alert">
    ${error !== null && html`<p class="error" id="${id}">${WARNING_ICON}<span>${error}</span></p>`}
  </div>`
}

/** Lists the values that a tester can type here. */
export function renderHints(
  { locale }: OrderView,
  values: readonly { readonly value: string; readonly code: string }[],
): SafeHtml {
  const texts = PROVIDER_TEXTS[locale]
  return html`<details>
    <summary>${texts.hints}</summary>
    <ul class="hints">
      ${values.map(
        ({ value, code }) =>
          html`<li><code>${value}</code><span>${texts.meanings[code as MeaningCode]}</span></li>`,
      )}
    </ul>
  </details>`
}

export function renderSimulationNote({ locale }: OrderView): SafeHtml {
  return html`<p class="soft note">${PROVIDER_TEXTS[locale].simulation}</p>`
}

/** Renders the language switcher, which requests the same page, at the same step, in another language. */
export function renderLanguages({ locale, url, bank, step }: OrderView): SafeHtml {
  return html`<form method="get" action="${url}" aria-label="${PROVIDER_TEXTS[locale].language}">
    ${hiddenFields({ bank, step })} ${languageButtons(locale)}
  </form>`
}

/** Returns the address of a further step, in the language of this page. */
export function stepUrl({ locale, url }: OrderView, step: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams({ ...step, language: languageOf(locale) }).toString()}`
}
