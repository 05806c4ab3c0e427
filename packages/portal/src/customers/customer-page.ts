import type { Customer, SavedPaymentMethod, SavedPaymentMethodList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { missingRecord } from '../app/missing-record.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import { toAddress } from '../payments/filters.ts'
import { CUSTOMERS_TEXTS as texts } from '../texts/customers-texts.ts'
import { formatWord } from '../wording/format.ts'
import { customerFields, readCustomerChange } from './customer-form.ts'
import { nameOf } from './customer-name.ts'

interface Found {
  readonly customer: Customer
  readonly cards: readonly SavedPaymentMethod[]
}

/** `<portal-customer-page>`: one customer with the saved cards, who can be edited. */
export class CustomerPage extends PageElement {
  static override properties = { customerId: { attribute: 'customer-id' } }
  declare customerId: string
  readonly #found = new Loader(this, loadCustomer, () => [this.customerId])

  constructor() {
    super()
    this.customerId = ''
  }

  get #dialog(): ConfirmDialog<Customer> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<p><a href="/customers">${texts.back}</a></p>
      ${this.#found.render(
        (found) => this.#show(found),
        () => missingRecord(texts.unknown),
      )}
      <portal-confirm-dialog
        .content=${(customer: Customer, problemOf: (field: string) => string | null) =>
          this.#form(customer, problemOf)}
      ></portal-confirm-dialog>`
  }

  #form(customer: Customer, problemOf: (field: string) => string | null): DialogContent<Customer> {
    return {
      heading: texts.changeTitle,
      body: customerFields(customer, problemOf),
      confirm: {
        label: texts.save,
        send: async (data, key) => {
          const body = readCustomerChange(data, customer)
          await ask(pathOf(this.customerId), { method: 'PATCH', body, key })
          await this.#found.reload()
          this.portal.announce(texts.changed)
        },
      },
    }
  }

  #show({ customer, cards }: Found): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1" class="id">${customer.email}</h1>
        ${
          this.portal.may('updateCustomer')
            ? html`<button type="button" @click=${() => this.#dialog?.open(customer)}>
                ${texts.change}
              </button>`
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

function pathOf(id: string): string {
  return `/api/customers/${encodeURIComponent(id)}`
}

async function loadCustomer(signal: AbortSignal, id: string): Promise<Found> {
  const path = pathOf(id)
  const [customer, cards] = await Promise.all([
    ask<Customer>(path, { signal }),
    ask<SavedPaymentMethodList>(`${path}/payment-methods`, { signal }),
  ])
  return { customer, cards: cards.data }
}

function details(customer: Customer): TemplateResult {
  const { id, phone, country, address, city, region, postal_code: postalCode, description, type } = customer
  const members = [
    [texts.id, html`<code>${id}</code>`],
    [texts.name, nameOf(customer)],
    [texts.type, type && formatWord(type)],
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
  return dataTable<SavedPaymentMethod>({
    caption: texts.cards,
    rows: cards,
    key: ({ payment_method_id: id }) => id,
    columns: [
      { heading: texts.cards, cell: (card) => `${formatWord(card.card_brand)} ···· ${card.card_last_4}` },
      {
        heading: texts.expires,
        cell: (card) => `${String(card.card_exp_month).padStart(2, '0')}/${card.card_exp_year}`,
      },
      { heading: texts.savedFor, cell: (card) => texts.savedForUses[card.tokenize_for], style: 'wide' },
    ],
  })
}

customElements.define('portal-customer-page', CustomerPage)
