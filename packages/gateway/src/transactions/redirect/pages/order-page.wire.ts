import {
  html,
  inlineScript,
  inlineStyle,
  type Page,
  type SafeHtml,
  scriptHash,
  styleHash,
} from '@sluice/shared/html'
import { renderQrCode } from '@sluice/shared/qr-code'
import { PAGE_TEXTS } from '@sluice/texts/hosted-page'
import { ORDER_PAGE_TEXTS, type OrderEnding, type OrderPageTexts } from '@sluice/texts/order-page'
import {
  APP_LINK_SCHEMES,
  formatAmount,
  type Language,
  LANGUAGES,
  type Locale,
  schemeOf,
  type TransactionStatus,
} from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { AppLink, OrderPage } from '../../execution/order-page.ts'
import type { Transaction } from '../../execution/transaction.ts'
import type { TransferAccount } from '../../execution/transfer-account.ts'
import { listAccountLines } from './account-lines.ts'
import { GO_BACK, WATCH_ORDER } from './order-page-scripts.ts'
import { ORDER_PAGE_STYLES } from './order-page.styles.ts'

/** The data that every page of an order shares. */
interface OrderFrame {
  readonly locale: Locale
  /** No real money is paid, which the page says. */
  readonly isTest: boolean
}

/** An order as its page shows it. */
export interface OrderView extends OrderFrame {
  readonly transaction: Pick<Transaction, 'amountMinor' | 'bankTransfer' | 'currency'>
  readonly merchantName: string | null
  readonly expiresAtMs: number
  /** The languages that the shopper can choose. */
  readonly languages: readonly Language[]
  /** Whether the provider did not confirm the shopper's cancellation. */
  readonly isNotCanceled: boolean
  /** The addresses below that of the page. */
  readonly urls: { readonly state: string; readonly cancel: string; readonly back: string }
}

/** Shows the code, the links and the account with which the shopper pays, until the payment ends. */
export function orderPage(view: OrderView, shown: Exclude<OrderPage, { kind: 'FORM' }>): Page {
  const { locale, urls, transaction } = view
  const texts = ORDER_PAGE_TEXTS[locale]
  const account = transaction.bankTransfer?.account ?? null
  const isTransfer = shown.kind === 'TRANSFER'
  const body = html`<body data-state="${urls.state}" data-copied="${texts.copied}">
    ${renderBadge(view)}
    <main>
      ${view.isNotCanceled && html`<p role="alert"><strong>${texts.notCanceled}</strong></p>`}
      <h1>${isTransfer ? texts.transferTitle : texts.appTitle}</h1>
      ${renderSummary(view, texts)}
      ${shown.kind === 'DISPLAY' && renderWays(shown.qrText, shown.appLinks, texts)}
      ${account && !isTransfer && html`<h2>${texts.orTransfer}</h2>`}
      ${account && renderAccount(account, texts)}
      ${
        isTransfer &&
        shown.providerUrl !== null &&
        html`<p>
          <a href="${shown.providerUrl}" target="_blank" rel="noopener noreferrer">${texts.providerPage}</a>
        </p>`
      }
      <p class="soft" role="status">${isTransfer ? texts.waitingTransfer : texts.waiting}</p>
      <div class="ends">
        <a class="button" href="${urls.back}">${texts.back}</a>
        <form method="post" action="${urls.cancel}"><button>${texts.cancel}</button></form>
      </div>
      <p class="visually-hidden" role="status" id="copied"></p>
    </main>
    ${renderLanguages(view)} ${inlineScript(WATCH_ORDER)}
  </body>`
  const title = isTransfer ? texts.transferTitle : texts.appTitle
  return page({ locale, title, body, script: WATCH_ORDER, refreshes: true })
}

function renderBadge({ locale, isTest }: OrderFrame): SafeHtml | false {
  return isTest && html`<header><p class="test-mode">${PAGE_TEXTS[locale].testMode}</p></header>`
}

/** Links, so that the choice works without scripts. */
function renderLanguages({ locale, languages }: Pick<OrderView, 'locale' | 'languages'>): SafeHtml {
  return html`<footer>
    <nav aria-label="${PAGE_TEXTS[locale].language}">
      <ul class="languages">
        ${languages.map(
          (language) =>
            html`<li>
              <a
                href="?lang=${language}"
                lang="${language}"
                hreflang="${language}"
                ${LANGUAGES[language].locale === locale && html` aria-current="true"`}
                >${LANGUAGES[language].ownName}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
  </footer>`
}

function renderSummary(
  { transaction, merchantName, expiresAtMs, locale }: OrderView,
  texts: OrderPageTexts,
): SafeHtml {
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
  return html`<dl class="summary">
    ${
      merchantName !== null &&
      html`<dt>${texts.shop}</dt>
        <dd>${merchantName}</dd>`
    }
    <dt>${texts.amount}</dt>
    <dd class="amount">${formatAmount(transaction.amountMinor, transaction.currency, locale)}</dd>
    <dt>${texts.until}</dt>
    <dd><time datetime="${toTimestamp(expiresAtMs)}">${until.format(expiresAtMs)}</time></dd>
  </dl>`
}

/**
 * An account number that is split over two lines is hard to compare. The page puts a value that is longer than `narrow`
 * below its button on the narrowest phones, and one that is longer than `wide` on every screen.
 */
const BESIDE_BUTTON_MAX_CHARS = { narrow: 12, wide: 20 } as const

function classOfLength({ length }: string): string {
  if (length > BESIDE_BUTTON_MAX_CHARS.wide) return ' longer'
  return length > BESIDE_BUTTON_MAX_CHARS.narrow ? ' long' : ''
}

const SCHEMES: ReadonlySet<string | null> = new Set([...APP_LINK_SCHEMES, 'http'])

function renderWays(qrText: string | null, appLinks: readonly AppLink[], texts: OrderPageTexts): SafeHtml {
  // The protocol's schema does not check adapters inside the gateway.
  const links = appLinks.filter(({ url }) => SCHEMES.has(schemeOf(url)))
  return html`<div class="ways${links.length > 0 && qrText !== null && ' both'}">
    ${
      links.length > 0 &&
      html`<ul class="apps">
        ${links.map(
          ({ app, url }) =>
            html`<li>
              <a class="button primary" href="${url}" ${opensTab(url)}
                >${texts.openApp.replace('{app}', app)}</a
              >
            </li>`,
        )}
      </ul>`
    }
    ${
      qrText !== null &&
      html`<div class="code">
        <p>${texts.scan}</p>
        ${renderQrCode(qrText, texts.codeLabel)}
        <button type="button" data-copy="${qrText}" hidden><span>${texts.copyCode}</span></button>
      </div>`
    }
  </div>`
}

/** A web page opens in a new tab, so that this one can show the outcome; an app opens without leaving the page. */
function opensTab(url: string): SafeHtml | false {
  return /^https?:/i.test(url) && html`target="_blank" rel="noopener noreferrer"`
}

function renderAccount(account: TransferAccount, texts: OrderPageTexts): SafeHtml {
  return html`<p>${texts.transferHint}</p>
    <dl class="account">
      ${listAccountLines(account, texts).map(
        ({ label, shown, copied }) =>
          html`<div>
            <dt>${label}</dt>
            <dd class="value${classOfLength(shown)}">${shown}</dd>
            <dd class="copy">
              <button type="button" data-copy="${copied}" hidden>
                <span>${texts.copy}</span><span class="visually-hidden"> ${label}</span>
              </button>
            </dd>
          </div>`,
      )}
    </dl>`
}

/**
 * Shows an order that can no longer be paid while its outcome is queried. A code would invite the shopper to pay
 * again.
 */
export function orderCheckedPage(view: OrderFrame & Pick<OrderView, 'languages' | 'urls'>): Page {
  const { locale, urls } = view
  const texts = ORDER_PAGE_TEXTS[locale]
  const body = html`<body data-state="${urls.state}">
    ${renderBadge(view)}
    <main class="ended">
      <h1>${texts.checkingTitle}</h1>
      <p role="status">${texts.checking}</p>
      <p><a class="button" href="${urls.back}">${texts.back}</a></p>
    </main>
    ${renderLanguages(view)} ${inlineScript(WATCH_ORDER)}
  </body>`
  return page({ locale, title: texts.checkingTitle, body, script: WATCH_ORDER, refreshes: true })
}

const ENDINGS: Readonly<Partial<Record<TransactionStatus, OrderEnding>>> = {
  APPROVED: 'approved',
  CANCELED: 'canceled',
  SESSION_EXPIRED: 'expired',
}

const MARKS = { approved: 'M14 25l7 7 14-15', other: 'M16 16l16 16M32 16L16 32' }

/** Shows the outcome of the order, even in a second tab and long after. */
export function orderEndedPage({
  transaction,
  locale,
  isTest,
  urls,
}: OrderFrame & {
  readonly transaction: Pick<Transaction, 'amountMinor' | 'currency' | 'status'>
  readonly urls: Pick<OrderView['urls'], 'back'>
}): Page {
  const texts = ORDER_PAGE_TEXTS[locale]
  const ending = ENDINGS[transaction.status] ?? 'declined'
  const body = html`<body data-back="${urls.back}">
    ${renderBadge({ locale, isTest })}
    <main class="ended">
      <svg
        class="${ending}"
        viewBox="0 0 48 48"
        fill="none"
        stroke="currentColor"
        stroke-width="3"
        aria-hidden="true"
      >
        <circle cx="24" cy="24" r="21" />
        <path d="${ending === 'approved' ? MARKS.approved : MARKS.other}" />
      </svg>
      <h1>${texts.endings[ending]}</h1>
      <p>${formatAmount(transaction.amountMinor, transaction.currency, locale)}</p>
      <p class="soft">${texts.endingText}</p>
      <p><a class="button primary" href="${urls.back}">${texts.back}</a></p>
    </main>
    ${inlineScript(GO_BACK)}
  </body>`
  return page({ locale, title: texts.endings[ending], body, script: GO_BACK, refreshes: false })
}

/**
 * Browsers apply `form-action` to the redirects after a form too, and the gateway's may lead to any page of a
 * merchant.
 */
const RETURN_TARGETS = "'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*"

/** Without scripts the page refreshes itself. */
const REFRESH_SECONDS = 15

function page(options: {
  readonly locale: Locale
  readonly title: string
  readonly body: SafeHtml
  readonly script: string
  readonly refreshes: boolean
}): Page {
  return {
    body: html`<!doctype html>
      <html lang="${options.locale}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${options.title}</title>
          <link rel="icon" href="data:," />
          ${
            options.refreshes &&
            html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}" /></noscript>`
          }
          ${inlineStyle(ORDER_PAGE_STYLES)}
        </head>
        ${options.body}
      </html>`,
    csp: {
      'default-src': "'none'",
      'script-src': scriptHash(options.script),
      'style-src': styleHash(ORDER_PAGE_STYLES),
      'img-src': 'data:',
      'connect-src': "'self'",
      'form-action': RETURN_TARGETS,
      'base-uri': "'none'",
      // In a frame its button could be clickjacked.
      'frame-ancestors': "'none'",
    },
  }
}
