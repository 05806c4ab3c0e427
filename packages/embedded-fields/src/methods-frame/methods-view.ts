import { html, nothing, render } from 'lit/html.js'
import type { OfferedMethod } from '@sluice/types'
import { MethodList } from '../elements/method-list/method-list.ts'
import { WalletButton } from '../elements/wallet-button/wallet-button.ts'
import type { MethodTexts } from '@sluice/texts/methods'
import type { WireCustomer } from '../protocol/messages.ts'

/** The view of the frame. A change keeps everything that it omits. */
export interface MethodsState {
  readonly texts: MethodTexts
  readonly methods: readonly OfferedMethod[]
  readonly customer: WireCustomer
  readonly hasWallet: boolean
  /** Its button was shown but is unusable. A message in its place keeps the list where it is. */
  readonly isWalletGone: boolean
  readonly isBusy: boolean
  /** The payment has been running for long. */
  readonly isLong: boolean
  /** A payment waits elsewhere: where the shopper was sent to, or in another tab. */
  readonly isAway: boolean
  /** The place is known. */
  readonly canReturn: boolean
  /** A message above everything else: why a payment did not begin. */
  readonly notice: string | null
  /** The session has been loaded, so an empty list is final. */
  readonly isLoaded: boolean
  /** Nothing can be paid here; the notice says why. */
  readonly isClosed: boolean
  /** The surrounding page shows its own list of methods. */
  readonly hasOthers: boolean
}

export interface MethodsViewEvents {
  readonly onReturn: () => void
  readonly onCancel: () => void
}

const NOTHING_YET: Omit<MethodsState, 'texts'> = {
  methods: [],
  customer: {},
  hasWallet: false,
  isWalletGone: false,
  isBusy: false,
  isLong: false,
  isAway: false,
  canReturn: false,
  notice: null,
  isLoaded: false,
  isClosed: false,
  hasOthers: false,
}

/** Renders wallet, list and messages in one column. */
export class MethodsView {
  readonly list = new MethodList()
  readonly wallet = new WalletButton()
  readonly #root: HTMLElement
  readonly #events: MethodsViewEvents
  #state: MethodsState

  constructor(root: HTMLElement, texts: MethodTexts, events: MethodsViewEvents) {
    this.#root = root
    this.#state = { texts, ...NOTHING_YET }
    this.#events = events
    this.show({})
  }

  get isClosed(): boolean {
    return this.#state.isClosed
  }

  /** The place of a notice. */
  get notice(): Element | null {
    return this.#root.querySelector('.notice')
  }

  show(changes: Partial<MethodsState>): void {
    this.#state = { ...this.#state, ...changes }
    const { texts, methods, customer, hasWallet, isWalletGone, isBusy, isLong } = this.#state
    const { isAway, canReturn, notice, isLoaded, isClosed, hasOthers } = this.#state
    Object.assign(this.list, { texts, methods, customer, busy: isBusy })
    Object.assign(this.wallet, { texts, busy: isBusy })
    this.wallet.hidden = !hasWallet || isAway
    this.list.hidden = isAway || this.list.isEmpty
    const isEmpty = isLoaded && !isClosed && !hasWallet && !hasOthers && this.list.isEmpty && !isAway
    const template = html`
      <p class="notice" role="alert">${notice ?? nothing}</p>
      ${this.wallet}
      ${isWalletGone && !isAway ? html`<p class="method-quiet wallet-gone">${texts.noWallet}</p>` : nothing}
      ${this.list}
      <p class="method-quiet" role="status">${isLong && !isAway ? texts.stillWorking : nothing}</p>
      ${isEmpty ? html`<p class="method-quiet">${texts.nothingOffered}</p>` : nothing}
      ${isAway ? this.#renderAway(texts, canReturn) : nothing}
    `
    render(template, this.#root)
  }

  #renderAway({ awayTitle, awayProceed, awayCancel }: MethodTexts, canReturn: boolean) {
    return html`
      <div class="away">
        <p role="status">${awayTitle}</p>
        ${
          canReturn
            ? html`<button type="button" class="method-proceed" @click=${this.#events.onReturn}>
                ${awayProceed}
              </button>`
            : nothing
        }
        <button type="button" class="method-more" @click=${this.#events.onCancel}>${awayCancel}</button>
      </div>
    `
  }
}
