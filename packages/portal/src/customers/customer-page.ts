import type { Customer, SavedPaymentMethod, SavedPaymentMethodList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { toAddress } from '../payments/filters.ts'
import { TEXTS } from '../texts/texts.ts'
import { sayWord } from '../wording/format.ts'
import { CUSTOMER_MEMBERS, customerForm, readCustomerChange } from './customer-form.ts'
import { nameOf } from './customers-page.ts'

const { customers: texts } = TEXTS

interface Found {
  readonly customer: Customer
  readonly cards: readonly SavedPaymentMethod[]
}

/** One customer, with the cards that are saved; what is kept of the customer can be changed. */
export class CustomerPage implements Page {
  readonly title = TEXTS.pages.customer
  readonly section = TEXTS.pages.customers
  readonly #frame: Frame
  readonly #path: string
  readonly #found: Loading<Found>
  readonly #dialog: DeedDialog<Customer>

  constructor(frame: Frame, id: string) {
    this.#frame = frame
    const path = `/api/customers/${encodeURIComponent(id)}`
    this.#path = path
    this.#dialog = new DeedDialog(
      frame,
      'customer',
      (customer, form) => customerForm(customer, form, (event) => void this.#save(event, customer, form.key)),
      CUSTOMER_MEMBERS,
    )
    this.#found = new Loading(frame, async (signal) => {
      const [customer, cards] = await Promise.all([
        ask<Customer>(path, { signal }),
        ask<SavedPaymentMethodList>(`${path}/payment-methods`, { signal }),
      ])
      return { customer, cards: cards.data }
    })
  }

  leave(): void {
    this.#found.stop()
  }

  view(): TemplateResult {
    return html`<p><a href="/customers">${texts.back}</a></p>
      ${this.#found.view((found) => this.#show(found))} ${this.#dialog.view()}`
  }

  async #save(event: SubmitEvent, customer: Customer, key: string): Promise<void> {
    event.preventDefault()
    const body = readCustomerChange(new FormData(event.currentTarget as HTMLFormElement), customer)
    await this.#dialog.do(async () => {
      await ask(this.#path, { method: 'PATCH', body, key })
      this.#dialog.close()
      await this.#found.start()
      this.#frame.say(texts.changed)
    })
  }

  #show({ customer, cards }: Found): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${customer.email}</h1>
        ${
          this.#frame.may('updateCustomer')
            ? html`<button type="button" @click=${() => this.#dialog.open(customer)}>${texts.change}</button>`
            : nothing
        }
      </div>
      ${details(customer)}
      <section aria-labelledby="cards">
        <h2 id="cards">${texts.cards}</h2>
        ${cards.length === 0 ? html`<p>${texts.noCards}</p>` : cardsTable(cards)}
      </section>`
  }
}

function details(customer: Customer): TemplateResult {
  const { id, phone, country, address, city, region, postal_code: postalCode, description, type } = customer
  const members = [
    [texts.id, id],
    [texts.name, nameOf(customer)],
    [texts.type, type && sayWord(type)],
    [texts.phone, phone],
    [texts.members['address.address'], [address, postalCode, city, region].filter(Boolean).join(', ')],
    [texts.country, country],
    [texts.members.description, description],
  ] as const
  return html`<section>
    <dl class="pairs">
      ${members.map(([name, value]) =>
        value
          ? html`<dt>${name}</dt>
              <dd>${value}</dd>`
          : nothing,
      )}
    </dl>
    <p><a href=${toAddress({ customer_id: id })}>${texts.showPayments}</a></p>
  </section>`
}

function cardsTable(cards: readonly SavedPaymentMethod[]): TemplateResult {
  return html`<table>
    <caption class="unseen">
      ${texts.cards}
    </caption>
    <thead>
      <tr>
        <th scope="col">${texts.cards}</th>
        <th scope="col">${texts.expires}</th>
        <th scope="col" class="wide">${texts.savedFor}</th>
      </tr>
    </thead>
    <tbody>
      ${cards.map(
        (card) =>
          html`<tr>
            <th scope="row">${sayWord(card.card_brand)} ···· ${card.card_last_4}</th>
            <td>${String(card.card_exp_month).padStart(2, '0')}/${card.card_exp_year}</td>
            <td class="wide">${sayWord(card.tokenize_for)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
