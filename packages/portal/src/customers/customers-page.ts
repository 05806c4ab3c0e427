import type { Customer, CustomerList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'

const { customers: texts } = TEXTS

/** The customers that the merchant keeps. */
export class CustomersPage implements Page {
  readonly title = TEXTS.pages.customers
  readonly section = TEXTS.pages.customers
  readonly #frame: Frame
  readonly #query: URLSearchParams
  readonly #list: Loading<CustomerList>

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#query = query
    this.#list = new Loading(frame, (signal) => ask(`/api/customers?${query}`, { signal }))
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      <form class="search" role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="search"
          autocomplete="off"
          value=${this.#query.get('email') ?? ''}
        />
        <button class="main">${TEXTS.payments.find}</button>
      </form>
      ${this.#list.view((list) => this.#found(list))}`
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget as HTMLFormElement).get('email')).trim()
    this.#frame.go(email === '' ? '/customers' : `/customers?${new URLSearchParams({ email })}`)
  }

  #found({ data, next_cursor: next }: CustomerList): TemplateResult {
    if (data.length === 0) return html`<p class="notice">${texts.none}</p>`
    const older = new URLSearchParams(this.#query)
    if (next !== null) older.set('cursor', next)
    return html`<table>
        <caption class="unseen">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.email}</th>
            <th scope="col" class="wide">${texts.name}</th>
            <th scope="col">${texts.country}</th>
          </tr>
        </thead>
        <tbody>
          ${data.map(
            (customer) =>
              html`<tr>
                <th scope="row">
                  <a href="/customers/${encodeURIComponent(customer.id)}">${customer.email}</a>
                </th>
                <td class="wide">${nameOf(customer)}</td>
                <td>${customer.country ?? TEXTS.none}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.#query.has('cursor') ? html`<a href="/customers">${texts.newest}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/customers?${older}">${texts.older}</a>`}
      </nav>`
  }
}

export function nameOf({ first_name: first, last_name: last }: Customer): string {
  return [first, last].filter(Boolean).join(' ') || TEXTS.none
}
