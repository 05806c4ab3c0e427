import type { TransactionEvent, TransactionList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask, askForFile } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { saveFile } from '../wording/save-file.ts'
import { activeFilters, filterForm } from './filter-form.ts'
import { type Filters, readFilters, readSearch, toAddress, toQuery } from './filters.ts'
import { exportMenu, viewsMenu } from './list-menus.ts'
import { News } from './news.ts'
import { paymentsTable } from './payments-table.ts'

const { payments: texts } = TEXTS

/** As many as a screen or two show. */
const PAGE_SIZE = 50

/** The list of payments: what is filtered stands in the address, and nothing is filtered that does not stand there. */
export class PaymentsPage implements Page {
  readonly title = TEXTS.pages.payments
  readonly section = TEXTS.pages.payments
  readonly #frame: Frame
  readonly #filters: Filters
  readonly #cursor: string | null
  readonly #list: Loading<TransactionList>
  /** Null while a page of the past is shown: nothing is added to that. */
  #news: News | null
  #asked = 0
  /** What happened while the list was on its way: whether the list has it already, the list tells. */
  readonly #early: TransactionEvent['payload'][] = []

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#filters = readFilters(query)
    this.#cursor = query.get('cursor')
    this.#news = this.#cursor === null ? new News() : null
    this.#list = new Loading(frame, async (signal) => {
      const isWatch = (this.#asked += 1) > 1
      const list = await ask<TransactionList>(`/api/transactions?${this.#question()}`, { signal, isWatch })
      const isKnown = ({ id, status }: TransactionEvent['payload']) =>
        list.data.some((payment) => payment.id === id && payment.status === status)
      for (const payment of this.#early.splice(0)) if (!isKnown(payment)) this.#count(payment, list)
      return list
    })
  }

  /** Nothing moves under the pointer: what happened is counted, and shown when the person asks for it. */
  hear({ payload }: TransactionEvent): void {
    const list = this.#list.value
    if (list === null) this.#early.push(payload)
    else if (this.#count(payload, list)) this.#frame.redraw()
  }

  /** @returns whether there is more to say than before. */
  #count(payment: TransactionEvent['payload'], { data }: TransactionList): boolean {
    return this.#news?.hear(payment, this.#filters, new Set(data.map(({ id }) => id))) ?? false
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    const mayExport = this.#frame.may('exportTransactions')
    return html`
      <div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" popovertarget="views">${texts.views}</button>
          ${mayExport ? html`<button type="button" popovertarget="export">${texts.export}</button>` : nothing}
        </div>
      </div>
      ${viewsMenu(toAddress(this.#filters), () => this.#frame.redraw())}
      ${mayExport ? exportMenu((format) => void this.#download(format)) : nothing}
      <form class="search" role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
        <label for="search">${texts.search}</label>
        <input id="search" name="search" type="search" autocomplete="off" aria-describedby="search-hint" />
        <button class="main">${texts.find}</button>
        <button type="button" popovertarget="filters">${texts.filters}</button>
        <p id="search-hint" class="hint">${texts.searchHint}</p>
      </form>
      ${filterForm(this.#filters, (filters) => this.#frame.go(toAddress(filters)))}
      ${activeFilters(this.#filters)} ${this.#list.view((list) => this.#found(list))}
    `
  }

  #found({ data, next_cursor: next }: TransactionList): TemplateResult {
    const isFiltered = Object.keys(this.#filters).length > 0
    const nothingFound = next === null ? (isFiltered ? texts.empty : texts.emptyAtAll) : texts.furtherBack
    return html`
      ${this.#newsLine()}
      ${data.length === 0 ? html`<p class="notice">${nothingFound}</p>` : paymentsTable(data, texts.caption)}
      <nav class="pager" aria-label=${texts.count(data.length)}>
        <span>${texts.count(data.length)}</span>
        ${this.#cursor === null ? nothing : html`<a href=${toAddress(this.#filters)}>${texts.newest}</a>`}
        ${next === null ? nothing : html`<a href=${toAddress(this.#filters, next)}>${texts.older}</a>`}
      </nav>
    `
  }

  /** The line is there before there is anything to say, so that nothing moves when there is. */
  #newsLine(): TemplateResult | typeof nothing {
    if (this.#news === null) return nothing
    const { added, changed } = this.#news
    const isEmpty = added + changed === 0
    return html`<div class="news">
      <span aria-live="polite">${isEmpty ? nothing : texts.news(added, changed)}</span>
      ${isEmpty ? nothing : html`<button type="button" @click=${() => this.#showNews()}>${texts.showNews}</button>`}
    </div>`
  }

  async #showNews(): Promise<void> {
    this.#news = new News()
    await this.#list.start()
    document.querySelector<HTMLElement>('h1')?.focus()
  }

  #question(): URLSearchParams {
    const query = toQuery(this.#filters)
    query.set('limit', String(PAGE_SIZE))
    if (this.#cursor !== null) query.set('cursor', this.#cursor)
    return query
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get('search'))
    const search = readSearch(text)
    this.#frame.go(
      search.kind === 'payment'
        ? `/payments/${search.id}`
        : toAddress({ ...this.#filters, ...search.filters }),
    )
  }

  async #download(format: 'csv' | 'json'): Promise<void> {
    this.#frame.say(texts.exporting)
    try {
      const file = await askForFile(`/exports/transactions.${format}?${toQuery(this.#filters)}`)
      saveFile(file, `transactions.${format}`)
      this.#frame.say('')
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }
}
