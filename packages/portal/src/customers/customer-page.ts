import type { Customer, SavedPaymentMethod, SavedPaymentMethodList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { toAddress } from '../payments/filters.ts'
import { TEXTS } from '../texts/texts.ts'
import { sayWord } from '../wording/format.ts'
import { nameOf } from './customers-page.ts'

const { customers: texts } = TEXTS

interface Found {
  readonly customer: Customer
  readonly cards: readonly SavedPaymentMethod[]
}

/** One customer, with the cards that are saved. */
export class CustomerPage implements Page {
  readonly title = TEXTS.pages.customer
  readonly section = TEXTS.pages.customers
  readonly #found: Loading<Found>

  constructor(frame: Frame, id: string) {
    const path = `/api/customers/${encodeURIComponent(id)}`
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
      ${this.#found.view(show)}`
  }
}

function show({ customer, cards }: Found): TemplateResult {
  const { id, email, phone, country } = customer
  const members = [
    [texts.id, id],
    [texts.name, nameOf(customer)],
    [texts.phone, phone],
    [texts.country, country],
  ] as const
  return html`<h1 tabindex="-1">${email}</h1>
    <section>
      <dl class="pairs">
        ${members.map(([name, value]) =>
          value
            ? html`<dt>${name}</dt>
                <dd>${value}</dd>`
            : nothing,
        )}
      </dl>
      <p><a href=${toAddress({ customer_id: id })}>${texts.showPayments}</a></p>
    </section>
    <section aria-labelledby="cards">
      <h2 id="cards">${texts.cards}</h2>
      ${cards.length === 0 ? html`<p>${texts.noCards}</p>` : cardsTable(cards)}
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
