import { CUSTOMER_TEXTS, FAILURE_TEXTS, FORM_TEXTS, PAYMENT_TEXTS } from '@sluice/texts/card-form'
import { FURTHER_TEXTS_ID } from '@sluice/texts/further-texts'
import { PAGE_TEXTS } from '@sluice/texts/hosted-page'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import { OUTCOME_TEXTS } from '@sluice/texts/outcomes'
import { writeFurtherTexts } from '@sluice/texts/write-further-texts'
import { ALWAYS_SPOKEN, formatAmount, LANGUAGES, type Language } from '@sluice/types/vocabulary'
import type { ClientSession } from '@sluice/types'
import { brandStyle, pageScheme } from '../branding/brand-style.ts'
import type { HostedPageView, PageData } from '../hosted-page-view.ts'
import { say, type TextName } from '../locales/say.ts'
import { renderCheckout } from '../views/render-checkout.ts'
import { renderUnfinished } from '../views/alternatives/render-unfinished.ts'
import { renderResult } from '../views/result/render-result.ts'
import { renderUnavailable, unavailableMessage } from '../views/unavailable/render-unavailable.ts'
import { listWallets, listPaymentOptions } from '../views/payment-options.ts'
import { html, inlineScript, inlineStyle, jsonScript, type Markup } from './html.ts'
import { ICONS, renderLanguageLinks, renderShop, type Speaker, speaker, webAddress } from './page-parts.ts'

/** The programs that were built for browsers. */
export interface PagePrograms {
  readonly script: string
  readonly style: string
}

/** Longer ones would be broken into two lines in the middle of their digits. */
const LONG_AMOUNT_CHARS = 14

/** Draws the page. Payee, amount and ways to pay are visible before any script has run. */
export function renderDocument(view: HostedPageView, { script, style }: PagePrograms): string {
  const { session, language, nonce } = view
  const branding = session?.branding ?? null
  const returnUrl = session && webAddress(session.return_url)
  const amounts = session && writeAmounts(session)
  const text = speaker(language, amounts?.[language] ?? '')
  const hasBegun = session !== null && session.session.status !== 'CREATED'
  const isOver = hasBegun && session.session.status !== 'PENDING'
  // A started payment continues, even if no new one is possible.
  const isAvailable =
    session !== null &&
    (hasBegun || listPaymentOptions(session).length + listWallets(session.payment_methods).length > 0)
  const unavailable = isAvailable ? null : unavailableMessage(session, language)
  // The same text as the program's, which then changes nothing.
  const windowName = [unavailable?.title ?? say(language, 'payment'), branding?.merchant_name]
    .filter((part) => part !== undefined && part !== null)
    .join(' – ')

  return html`<!doctype html>
    <html lang="${language}" dir="ltr" data-scheme="${pageScheme(branding)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${windowName}</title>
        <link rel="icon" href="data:," />
        ${inlineStyle(nonce, brandStyle(branding) + style)}
        <noscript>${inlineStyle(nonce, '.needs-script{display:none!important}')}</noscript>
      </head>
      <body>
        <header class="shop">
          ${renderShop(branding)}
          ${view.environment === 'test' && html`<p class="test-mode">${text('testMode')}</p>`}
        </header>
        <main data-layout="${isAvailable ? 'order' : 'message'}">
          ${
            isAvailable
              ? html`${renderOrder(session.session, language, { text, isOver })}
                ${renderCheckout(session, { text, language, returnUrl, isHidden: isOver })}
                ${renderUnfinished(text)}
                ${renderResult(isOver ? { ...session.session, processingCode: null } : null, { language, returnUrl, text })}`
              : unavailable && renderUnavailable(unavailable, text, returnUrl)
          }
        </main>
        <p class="toast" id="notice" role="status"></p>
        <p class="visually-hidden" id="status" role="status"></p>
        <footer>
          ${renderLanguageLinks(session?.languages ?? ALWAYS_SPOKEN, language, text('language'))}
        </footer>
        ${isAvailable && [writeTexts(session.languages, nonce), jsonScript('page-data', nonce, dataOf(view, session)), inlineScript(nonce, script)]}
      </body>
    </html> `.toString()
}

function renderOrder(
  { amount, currency, description }: { amount: number; currency: string; description: string | null },
  language: Language,
  { text, isOver }: { readonly text: Speaker; readonly isOver: boolean },
): Markup {
  const formatted = writeAmount(language, { amount, currency })
  return html`<section class="order">
    <h1>
      <span id="amount-label">${text(labelOf(amount, isOver))}</span>
      <strong class="amount" id="amount" ${formatted.length > LONG_AMOUNT_CHARS && html`data-long`}
        >${formatted}</strong
      >
    </h1>
    ${description && html`<p class="description" dir="auto">${description}</p>`}
    <p class="time-left" id="time-left" hidden>${ICONS.clock}<span id="time-left-text"></span></p>
  </section>`
}

function labelOf(amount: number, isOver: boolean): TextName {
  if (amount === 0) return 'verification'
  return isOver ? 'amount' : 'amountToPay'
}

/** Renders the texts of those of the merchant's languages that the script does not contain. */
function writeTexts(languages: readonly Language[], nonce: string): Markup | null {
  const json = writeFurtherTexts(languages, (locale) => ({
    pageTexts: PAGE_TEXTS[locale],
    formTexts: FORM_TEXTS[locale],
    failureTexts: FAILURE_TEXTS[locale],
    paymentTexts: PAYMENT_TEXTS[locale],
    customerTexts: CUSTOMER_TEXTS[locale],
    methodTexts: METHOD_TEXTS[locale],
    outcomeTexts: OUTCOME_TEXTS[locale],
  }))
  return json === null ? null : jsonScript(FURTHER_TEXTS_ID, nonce, JSON.parse(json))
}

function dataOf(
  { clientKey, sessionId, baseUrl, language, expiresAtMs }: HostedPageView,
  session: NonNullable<HostedPageView['session']>,
): PageData {
  return {
    session,
    clientKey,
    sessionId,
    baseUrl,
    language,
    expiresAtMs,
    amounts: writeAmounts(session),
  }
}

function writeAmounts({ session: { amount, currency }, languages }: ClientSession): PageData['amounts'] {
  return Object.fromEntries(
    languages.map((language) => [language, writeAmount(language, { amount, currency })]),
  ) as PageData['amounts']
}

/** A card that is verified costs nothing, and 0.00 to pay would make people wonder. */
function writeAmount(
  language: Language,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): string {
  return amount === 0 ? say(language, 'noCharge') : formatAmount(amount, currency, LANGUAGES[language].locale)
}
