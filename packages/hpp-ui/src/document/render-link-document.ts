import { PAYMENT_LINK_TEXTS, type PaymentLinkTexts } from '@sluice/texts/payment-link'
import {
  currencyExponent,
  formatAmount,
  fromMinorUnits,
  isCurrency,
  type Language,
  LANGUAGES,
} from '@sluice/types/vocabulary'
import { brandStyle, pageScheme } from '../branding/brand-style.ts'
import type { HinderedLink, LinkPageView, OfferedLink, RefusedAmount } from '../link-page-view.ts'
import { html, inlineStyle, type Markup } from './html.ts'
import { ICONS, renderLanguageLinks, renderShop } from './page-parts.ts'

/**
 * Renders the page of a payment link. It runs no script: its button submits a form, which creates the session. So
 * programs that only fetch links start nothing.
 */
export function renderLinkDocument(view: LinkPageView, style: string): string {
  const { branding, language, languages, nonce, shown } = view
  const texts = PAYMENT_LINK_TEXTS[LANGUAGES[language].locale]
  const title = [titleOf(shown, texts), branding?.merchant_name].filter(Boolean).join(' – ')
  return html`<!doctype html>
    <html lang="${language}" dir="ltr" data-scheme="${pageScheme(branding)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${inlineStyle(nonce, brandStyle(branding) + style)}
      </head>
      <body>
        <header class="shop">
          ${renderShop(branding)}
          ${view.environment === 'test' && html`<p class="test-mode">${texts.testMode}</p>`}
        </header>
        <main data-layout="${shown.kind === 'OFFERED' ? 'order' : 'message'}">
          ${renderShown(shown, language, texts)}
        </main>
        <footer>${renderLanguageLinks(languages, language, texts.language)}</footer>
      </body>
    </html> `.toString()
}

function titleOf(shown: LinkPageView['shown'], texts: PaymentLinkTexts): string {
  if (shown.kind === 'OFFERED') return shown.amount === 0 ? texts.verify : texts.title
  return shown.kind === 'RETURNED' ? texts.returned.title : texts.hindrances[shown.blockingReason].title
}

function renderShown(shown: LinkPageView['shown'], language: Language, texts: PaymentLinkTexts): Markup {
  if (shown.kind === 'OFFERED') return renderOffer(shown, language, texts)
  return shown.kind === 'RETURNED'
    ? renderMessage(texts.returned, ICONS.waiting)
    : renderHindrance(shown, language, texts)
}

function renderOffer(
  { amount, currency, description, refusedAmount }: OfferedLink,
  language: Language,
  texts: PaymentLinkTexts,
): Markup {
  const isVerification = amount === 0
  const isFixed = typeof amount === 'number'
  const [name, sum] = isVerification
    ? [texts.verification, texts.nothingCharged]
    : [texts.amountToPay, isFixed ? write(amount, currency, language) : '']
  return html`<section class="order">
      <h1>
        ${isFixed ? html`<span>${name}</span> <strong class="amount">${sum}</strong>` : html`<span dir="auto">${description}</span>`}
      </h1>
      ${isFixed && html`<p class="description" dir="auto">${description}</p>`}
    </section>
    <section class="panel checkout">
      <form method="post" class="link-form" autocomplete="off" novalidate>
        <input type="hidden" name="lang" value="${language}" />
        ${!isFixed && renderAmount(amount, { currency, refusedAmount, language, texts })}
        <button type="submit" class="button pay">${isVerification ? texts.verify : texts.begin}</button>
      </form>
    </section>`
}

function renderAmount(
  { min, max }: { readonly min: number; readonly max: number },
  {
    currency,
    refusedAmount,
    language,
    texts,
  }: {
    readonly currency: string
    readonly refusedAmount: RefusedAmount | null
    readonly language: Language
    readonly texts: PaymentLinkTexts
  },
): Markup {
  const bounds = { min: write(min, currency, language), max: write(max, currency, language) }
  const isOutOfRange = refusedAmount?.isOutOfRange === true
  const problem =
    refusedAmount !== null &&
    (isOutOfRange
      ? fill(texts.outOfRange, bounds)
      : fill(texts.notAnAmount, { example: exampleOf(min, currency, language) }))
  return html`<div class="amount-field">
    <label for="amount">${fill(texts.yourAmount, { currency })}</label>
    <input
      id="amount"
      name="amount"
      type="text"
      inputmode="${hasDecimals(currency) ? 'decimal' : 'numeric'}"
      maxlength="20"
      required
      value="${refusedAmount?.typed ?? ''}"
      aria-describedby="${[problem !== false && 'problem', !isOutOfRange && 'range'].filter(Boolean).join(' ')}"
      ${problem !== false && html`aria-invalid="true" autofocus`}
    />
    ${problem !== false && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
    ${!isOutOfRange && html`<p class="hint" id="range">${fill(texts.between, bounds)}</p>`}
  </div>`
}

function renderHindrance(
  { blockingReason, code }: HinderedLink,
  language: Language,
  texts: PaymentLinkTexts,
): Markup {
  return renderMessage(
    texts.hindrances[blockingReason],
    blockingReason === 'busy' ? ICONS.clock : ICONS.closed,
    html`${blockingReason === 'busy' && html`<a class="button" href="?lang=${language}">${texts.tryAgain}</a>`}
    ${code !== null && html`<p class="code">${fill(texts.code, { code })}</p>`}`,
  )
}

function renderMessage(
  { title, text }: { readonly title: string; readonly text: string },
  icon: Markup,
  rest: Markup | null = null,
): Markup {
  return html`<section class="panel result" data-tone="open" data-sign="shown">
    <div class="sign"><span data-for="shown">${icon}</span></div>
    <h1>${title}</h1>
    <p>${text}</p>
    ${rest}
  </section>`
}

function write(amountMinor: number, currency: string, language: Language): string {
  return formatAmount(amountMinor, currency, LANGUAGES[language].locale)
}

/**
 * Returns an example of an amount as people type it in the language: its digits and its decimal separator, without the
 * currency.
 */
function exampleOf(amountMinor: number, currency: string, language: Language): string {
  if (!isCurrency(currency)) return String(amountMinor)
  const text = fromMinorUnits(amountMinor, currency)
  const separator = new Intl.NumberFormat(LANGUAGES[language].locale)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value
  return text.replace('.', separator ?? '.')
}

function hasDecimals(currency: string): boolean {
  return !isCurrency(currency) || currencyExponent(currency) > 0
}

/** Fills `{name}`s. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}
