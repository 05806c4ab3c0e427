import { LitElement } from 'lit'

import { formatAmount } from '../wording/format.ts'

/** `<portal-money>`: an amount with its currency, always in the same order. */
export class MoneyElement extends LitElement {
  static override properties = { amount: { type: Number }, currency: {} }
  /** In minor units. */
  declare amount: number
  declare currency: string

  constructor() {
    super()
    this.amount = 0
    this.currency = ''
  }

  /** A cell's text can be read and copied as a whole. */
  protected override createRenderRoot(): this {
    return this
  }

  protected override render(): string {
    return formatAmount(this.amount, this.currency)
  }
}

customElements.define('portal-money', MoneyElement)
