import type { ClientSession } from '@sluice/types'
import type { Language } from '@sluice/types/vocabulary'
import { html, type Markup } from '../document/html.ts'
import { ICONS, type Speaker } from '../document/page-parts.ts'
import type { TextName } from '../locales/say.ts'
import { renderMethodMark, renderMethodName } from './alternatives/render-method.ts'
import { renderBrands } from './card/render-brands.ts'
import { offersInstallments } from './installments/offers-installments.ts'
import { renderFinish } from './render-finish.ts'
import { renderRemoval, renderSavedCardName } from './saved-cards/render-saved-card.ts'
import { hasExpired } from './saved-cards/saved-card-expiry.ts'
import { listWallets, listPaymentOptions, type PaymentOption } from './payment-options.ts'

/** Names the brands of cards that are accepted. */
const BRANDS_ID = 'accepted-brands'

interface CheckoutContext {
  readonly text: Speaker
  readonly language: Language
  readonly returnUrl: string | null
  /** Another view is shown first; the checkout stays out of sight. */
  readonly isHidden: boolean
}

/** The ways to pay, the button, and the way back. Complete before any script has run. */
export function renderCheckout(
  session: ClientSession,
  { text, language, returnUrl, isHidden }: CheckoutContext,
): Markup {
  const ways = listPaymentOptions(session)
  const nowMs = session.server_time * 1_000
  const chosen = firstUsable(ways, nowMs)
  const [only] = ways
  const { status, amount } = session.session
  const isVerification = amount === 0
  const finish = renderFinish(session, text, {
    canPay: ways.length > 0,
    hasInstallments: offersInstallments(session, chosen),
  })
  const hasWallets =
    ['CREATED', 'PENDING'].includes(status) && listWallets(session.payment_methods).length > 0
  // During a payment there is no button to start another one; the frame may continue the running one.
  const areWalletsHidden = status === 'PENDING'
  return html`<section
    class="panel checkout"
    id="checkout"
    ${ways.length > 0 && html`aria-labelledby="checkout-title"`}
    ${isHidden && html`hidden`}
  >
    <noscript><p class="problem">${text('noScript')}</p></noscript>
    ${
      hasWallets &&
      html`<div class="needs-script" data-room="wallets" ${areWalletsHidden && html`hidden`}>
          <p class="no-wallet">${text('noWallet')}</p>
        </div>
        <p class="or needs-script" ${areWalletsHidden && html`hidden`}>${text('or')}</p>`
    }
    ${
      ways.length === 1 && only && only.kind !== 'method'
        ? html`<div class="sole-title needs-script">
              <h2 id="checkout-title">${text(isVerification ? 'card' : soleTitle(only))}</h2>
              ${renderBrands(brandsOf(only, session))}
            </div>
            <div class="needs-script" data-way="${only.id}">${renderBody(only, session, text)}</div>
            ${finish}`
        : ways.length > 0 &&
          html`<fieldset class="ways needs-script">
            <legend><h2 id="checkout-title">${text(isVerification ? 'card' : 'howToPay')}</h2></legend>
            ${ways.map((way) => renderMethod(way, { session, text, language, nowMs, finish: way === chosen ? finish : null }))}
          </fieldset>`
    }
    ${ways.length === 0 && finish}
    ${
      returnUrl !== null &&
      html`<a class="cancel" id="cancel" href="${returnUrl}">${ICONS.back}${text('cancel')}</a>`
    }
  </section>`
}

function renderMethod(
  way: PaymentOption,
  {
    session,
    text,
    language,
    nowMs,
    finish,
  }: {
    readonly session: ClientSession
    readonly text: Speaker
    readonly language: Language
    readonly nowMs: number
    /** Null for a way that is not chosen. */
    readonly finish: Markup | null
  },
): Markup {
  const isChosen = finish !== null
  const isExpired = way.kind === 'saved-card' && hasExpired(way.card, nowMs)
  const isRemovable = way.kind === 'saved-card' && way.card.removable
  const hasSavedCards = session.saved_cards.length > 0
  return html`<div class="way" ${way.kind === 'method' && html`data-method="${way.id}"`}>
    <label class="way-label">
      <input
        type="radio"
        name="way"
        value="${way.id}"
        ${way.kind === 'card' && html`aria-describedby="${BRANDS_ID}"`}
        ${isChosen && html`checked`}
        ${isExpired && html`disabled data-expired`}
      />
      <span class="way-text">${renderName(way, { nowMs, text, language, hasSavedCards })}</span>
      ${way.kind === 'method' ? renderMethodMark(way.method) : renderBrands(brandsOf(way, session), way.kind === 'card' ? BRANDS_ID : null)}
    </label>
    <div class="way-body" data-way="${way.id}" ${!isChosen && html`hidden`}>
      ${renderBody(way, session, text)} ${finish} ${isRemovable && !isExpired && renderRemoval(way.id, text)}
    </div>
    ${isRemovable && isExpired && renderRemoval(way.id, text)}
  </div>`
}

function renderName(
  way: PaymentOption,
  {
    nowMs,
    text,
    language,
    hasSavedCards,
  }: {
    readonly nowMs: number
    readonly text: Speaker
    readonly language: Language
    readonly hasSavedCards: boolean
  },
): Markup {
  if (way.kind === 'saved-card') return renderSavedCardName(way.card, nowMs, text)
  if (way.kind === 'method') return renderMethodName(way.method, language)
  return text(methodTitle(way, hasSavedCards))
}

function renderBody(way: PaymentOption, session: ClientSession, text: Speaker): Markup {
  if (way.kind === 'card') return renderCard(session, text)
  return html`<div class="${way.kind}-room" data-room="${way.id}"></div>`
}

function methodTitle({ kind }: PaymentOption, hasSavedCards: boolean): TextName {
  if (kind === 'other') return 'otherWays'
  return hasSavedCards ? 'anotherCard' : 'card'
}

function soleTitle({ kind }: PaymentOption): TextName {
  return kind === 'card' ? 'cardPayment' : 'howToPay'
}

function brandsOf(way: PaymentOption, { payment_methods: methods }: ClientSession): readonly string[] {
  if (way.kind === 'saved-card') return [way.card.card_brand]
  return way.kind === 'card' ? (methods.find(({ type }) => type === 'card')?.brands ?? []) : []
}

function firstUsable(ways: readonly PaymentOption[], nowMs: number): PaymentOption | undefined {
  return ways.find((way) => way.kind !== 'saved-card' || !hasExpired(way.card, nowMs))
}

/** Room for the card form, which the browser program inserts, and for the note about saving the card. */
function renderCard({ tokenization }: Pick<ClientSession, 'tokenization'>, text: Speaker): Markup {
  return html`
    <div class="card-room" data-room="card" ${tokenization === 'OPT_IN' && html`data-saving`}></div>
    ${tokenization === 'IMPLICIT' && html`<p class="note">${text('cardWillBeSaved')}</p>`}
  `
}
