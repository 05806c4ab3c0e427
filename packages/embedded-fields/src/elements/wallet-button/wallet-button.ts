import { html, render } from 'lit/html.js'
import { METHOD_TEXTS, type MethodTexts } from '@sluice/texts/methods'

/** The name of the wallet, which is the same in every language. */
const WALLET_NAME = 'GWallet'

/**
 * The button of the browser's wallet. It is drawn here, because the wallet's own would bring styles and fonts of another
 * origin; its measures are those that wallets ask for.
 *
 * @summary Pays with the wallet.
 * @event press - The shopper wants to pay; fired within the click, so that a window may be opened.
 */
export class WalletButton extends HTMLElement {
  #texts: MethodTexts = METHOD_TEXTS['en-US']
  #busy = false

  set texts(texts: MethodTexts) {
    this.#texts = texts
    this.#render()
  }

  set busy(busy: boolean) {
    this.#busy = busy
    this.#render()
  }

  connectedCallback(): void {
    this.#render()
  }

  #render(): void {
    const template = html`
      <button type="button" class="wallet" aria-disabled=${this.#busy} @click=${this.#onClick}>
        <span>${this.#texts.payWith}</span>
        <svg class="wallet-mark" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3h2.5v11H6.5A2.5 2.5 0 0 1 4 16.5Z" />
          <path d="M4.5 8H18M15 13.5h4.5" />
        </svg>
        <span class="wallet-name">${WALLET_NAME}</span>
      </button>
    `
    render(template, this, { host: this })
  }

  #onClick(): void {
    if (!this.#busy) this.dispatchEvent(new CustomEvent('press'))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-wallet-button': WalletButton
  }
}
