import { formatAmount, type Locale } from '@sluice/types/vocabulary'

import { html, type SafeHtml } from '@sluice/shared/html'
import { hiddenFields, languageButtons } from '../../pages/form-parts.ts'
import { MESSAGE_ICONS, WALLET_MARKS } from '../../pages/icons.ts'
import { type RenderedPage, renderPage } from '../../pages/page.ts'
import type { SheetQuery, WalletName } from '../sheet-query.ts'
import { WALLET_ADDRESSES, WALLET_CARDS, type WalletCard } from '../wallet-cards.ts'
import { SHEET_TEXTS, type SheetTexts, type WalletErrorCode } from '@sluice/texts/simulated-wallet'
import { SHEET_STYLES } from './sheet.styles.ts'

const OWNERS: Readonly<Record<WalletName, string>> = { 'gwallet-pay': 'GWallet', 'awallet-pay': 'AWallet' }

export interface SheetPage {
  readonly query: SheetQuery
  /** The query as received, to render the same page in another language. */
  readonly members: Readonly<Record<string, string>>
  readonly locale: Locale
  /** The script of the sheet. It requests the token and sends it to the page that opened the sheet. */
  readonly script: string
}

/** Renders the wallet's sheet: payee, amount and cards. */
export function renderSheetPage({ query, members, locale, script }: SheetPage): RenderedPage {
  const texts = SHEET_TEXTS[locale]
  const cards = WALLET_CARDS.filter(
    ({ authMethod, network }) => query.authMethods.includes(authMethod) && query.networks.includes(network),
  )
  return renderFrame(query.wallet, {
    locale,
    title: texts.title,
    script,
    mainClass: 'question',
    main: html`<h1>${texts.title}</h1>
      ${renderSummary(query, locale)}
      <form
        class="sheet"
        autocomplete="off"
        novalidate
        data-amount-minor="${query.amountMinor}"
        data-offline="${texts.offline}"
        data-wrong-passcode="${texts.wrongPasscode}"
      >
        ${cards.length === 0 ? html`<p role="status">${texts.noCards}</p>` : renderCards(cards, texts)}
        ${query.asksForAddress && renderAddresses(texts, locale)}
        <div class="last">
          ${renderPasscode(texts)}
          <div class="error" role="alert"></div>
          <div class="buttons">
            <button class="primary pay" ${cards.length === 0 && 'disabled'}>
              ${texts.pay} ${formatAmount(query.amountMinor, query.currency, locale)}
            </button>
            <button type="button" class="secondary cancel">${texts.cancel}</button>
          </div>
        </div>
      </form>
      ${renderErrors(texts)}
      <p class="soft note">${texts.simulation}</p>`,
    footer: html`<form method="get" aria-label="${texts.language}">
      ${hiddenFields(members)} ${languageButtons(locale)}
    </form>`,
  })
}

/** Renders the page for a visitor who does not come from a shop. */
export function renderUnreadableSheet(locale: Locale): RenderedPage {
  const texts = SHEET_TEXTS[locale]
  return renderFrame('gwallet-pay', {
    locale,
    title: texts.unreadableTitle,
    mainClass: 'ending',
    main: html`${MESSAGE_ICONS.neutral}
      <h1>${texts.unreadableTitle}</h1>
      <p>${texts.unreadableText}</p>`,
  })
}

type FrameContent = Pick<
  Parameters<typeof renderPage>[0],
  'locale' | 'title' | 'main' | 'mainClass' | 'footer' | 'script'
>

function renderFrame(wallet: WalletName, content: FrameContent): RenderedPage {
  return renderPage({
    ...content,
    owner: OWNERS[wallet],
    mark: WALLET_MARKS[wallet],
    badge: 'Test',
    styles: SHEET_STYLES,
    formAction: "'self'",
    // The sheet has its own window. In a frame, its hidden button could be pressed (clickjacking).
    frameAncestors: "'none'",
    connect: "'self'",
  })
}

function renderSummary({ merchant, amountMinor, currency }: SheetQuery, locale: Locale): SafeHtml {
  const texts = SHEET_TEXTS[locale]
  return html`<dl class="summary">
    ${
      merchant !== '' &&
      html`<dt>${texts.shop}</dt>
        <dd>${merchant}</dd>`
    }
    <dt>${texts.amount}</dt>
    <dd class="amount">${formatAmount(amountMinor, currency, locale)}</dd>
  </dl>`
}

function renderCards(cards: readonly WalletCard[], texts: SheetTexts): SafeHtml {
  return html`<fieldset>
    <legend>${texts.cards}</legend>
    <div class="options">
      ${cards.map(
        (card, index) =>
          html`<label>
            <input type="radio" name="card" value="${valueOf(card)}" ${index === 0 && 'checked'} />
            ${ART[card.network]}
            <span>
              <b>${NETWORK_NAMES[card.network]} <span aria-hidden="true">••••</span> ${card.pan.slice(-4)}</b>
              <small>${texts.kinds[card.authMethod]} – ${texts.ends[card.end]}</small>
            </span>
          </label>`,
      )}
    </div>
  </fieldset>`
}

const NETWORK_NAMES: Readonly<Record<WalletCard['network'], string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
}

const ART: Readonly<Record<WalletCard['network'], SafeHtml>> = {
  VISA: html`<svg class="art" viewBox="0 0 36 24" aria-hidden="true">
    <rect width="36" height="24" rx="4" fill="#1a2b6d" />
    <path d="M0 20h36v1a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3Z" fill="#f2a900" />
  </svg>`,
  MASTERCARD: html`<svg class="art" viewBox="0 0 36 24" aria-hidden="true">
    <rect width="36" height="24" rx="4" fill="#20232b" />
    <circle cx="14" cy="12" r="7" fill="#eb001b" />
    <circle cx="22" cy="12" r="7" fill="#f79e1b" fill-opacity="0.9" />
  </svg>`,
}

/** Returns the fields that the sheet's script reads. */
function valueOf({ pan, network, authMethod }: WalletCard): string {
  return JSON.stringify({ pan, network, last4: pan.slice(-4), auth_method: authMethod })
}

function renderAddresses(texts: SheetTexts, locale: Locale): SafeHtml {
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return html`<fieldset>
    <legend>${texts.address}</legend>
    <div class="options">
      ${WALLET_ADDRESSES.map(
        (address, index) =>
          html`<label class="address">
            <input
              type="radio"
              name="address"
              value="${JSON.stringify(address)}"
              ${index === 0 && 'checked'}
            />
            <span>
              <b>${address.name}</b>
              <small>
                ${address.address1}, ${address.postalCode} ${address.locality},
                ${countries.of(address.countryCode)}
              </small>
            </span>
          </label>`,
      )}
    </div>
  </fieldset>`
}

function renderPasscode(texts: SheetTexts): SafeHtml {
  return html`<div class="passcode" hidden>
    <label for="passcode">${texts.passcode}</label>
    <input
      id="passcode"
      type="password"
      inputmode="numeric"
      autocomplete="off"
      maxlength="4"
      aria-describedby="passcode-hint"
    />
    <p class="soft" id="passcode-hint">${texts.passcodeHint}</p>
  </div>`
}

function renderErrors(texts: SheetTexts): SafeHtml {
  return html`<details>
    <summary>${texts.hints}</summary>
    <div class="errors">
      ${(Object.keys(texts.errors) as WalletErrorCode[]).map(
        (code) =>
          html`<button type="button" class="secondary" data-error="${code}">${texts.errors[code]}</button>`,
      )}
    </div>
  </details>`
}
