import type { TransactionEvent, TransactionList } from '@sluice/types'
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit'

import { ask, askForFile } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { toQuery } from '../filters/filter-address.ts'
import { ListFilters } from '../filters/list-filters.ts'
import '../design/empty-state.ts'
import '../overview/first-steps.ts'
import { PAYMENTS_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { saveFile } from '../wording/save-file.ts'
import { type Filters, readFilters, readSearch, toAddress } from './filters.ts'
import { exportMenu, viewsMenu } from './list-menus.ts'
import { type ListSum, listSums } from './list-sums.ts'
import { News } from './news.ts'
import { PAYMENT_FILTERS } from './payment-filters.ts'
import { paymentsTable } from './payments-table.ts'
import style from './payments.css?inline'
import type { PendingReasons } from './describe-outcome.ts'

/** As many as a screen or two show. */
const PAGE_SIZE = 50

interface Found {
  readonly list: TransactionList
  /** The reasons why payments of the list are pending, by payment id. */
  readonly reasons: PendingReasons
}

/** `<portal-payments-page>`: the payments that match the filters in the address. */
export class PaymentsPage extends PageElement {
  static override styles = [PageElement.styles, unsafeCSS(style)]
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #list = new Loader(
    this,
    (signal, query) => this.#load(signal, query),
    () => [this.query],
  )
  readonly #filtering = new ListFilters(this, () => PAYMENT_FILTERS)
  #news = new News()
  #loads = 0
  /** Events that arrived while the list was loaded: the list may include them already. */
  #early: TransactionEvent['payload'][] = []
  #stopListening: (() => void) | undefined

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  get #filters(): Filters {
    return readFilters(this.query)
  }

  /** Null for the newest payments. Nothing is added to a page of older ones. */
  get #cursor(): string | null {
    return this.query.get('cursor')
  }

  protected override firstUpdated(): void {
    this.#stopListening = this.portal.listen(({ payload }) => this.#hear(payload))
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopListening?.()
  }

  async #load(signal: AbortSignal, query: URLSearchParams): Promise<Found> {
    const isWatch = (this.#loads += 1) > 1
    const wanted = toQuery(readFilters(query))
    wanted.set('limit', String(PAGE_SIZE))
    const cursor = query.get('cursor')
    if (cursor !== null) wanted.set('cursor', cursor)
    const list = await ask<TransactionList>(`/api/transactions?${wanted}`, { signal, isWatch })
    const pending = list.data.filter(({ status }) => status === 'PENDING').map(({ id }) => id)
    const reasons = pending.length === 0 ? {} : await findReasons(pending, signal)
    this.#news = new News()
    const isKnown = ({ id, status }: TransactionEvent['payload']) =>
      list.data.some((payment) => payment.id === id && payment.status === status)
    for (const payment of this.#early.splice(0)) if (!isKnown(payment)) this.#count(payment, list)
    return { list, reasons }
  }

  /** Nothing moves under the pointer: changes are counted, and shown on request. */
  #hear(payment: TransactionEvent['payload']): void {
    const found = this.#list.value
    if (found === undefined) this.#early.push(payment)
    else if (this.#count(payment, found.list)) this.requestUpdate()
  }

  /** @returns whether there are more of them than before. */
  #count(payment: TransactionEvent['payload'], { data }: TransactionList): boolean {
    if (this.#cursor !== null) return false
    return this.#news.hear(payment, this.#filters, new Set(data.map(({ id }) => id)))
  }

  protected override render(): TemplateResult {
    const mayExport = this.portal.may('exportTransactions')
    return html`
      <div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons">
          <button type="button" popovertarget="views">${texts.views}</button>
          ${mayExport ? html`<button type="button" popovertarget="export">${texts.export}</button>` : nothing}
        </div>
      </div>
      ${viewsMenu(toAddress(this.#filters), () => this.requestUpdate())}
      ${mayExport ? exportMenu((format) => void this.#download(format)) : nothing}
      <div class="finding">
        <form role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
          <label class="unseen" for="search">${texts.search}</label>
          <input id="search" name="search" type="search" autocomplete="off" aria-describedby="search-hint" />
          <button class="main">${texts.find}</button>
          <p id="search-hint" class="hint">${texts.searchHint}</p>
        </form>
        ${this.#filtering.panel()}
      </div>
      ${this.#filtering.chips()} ${this.#list.render((found) => this.#found(found))}
    `
  }

  #found({ list: { data, next_cursor: next }, reasons }: Found): TemplateResult {
    return html`
      ${data.length === 0 ? this.#empty(next !== null) : this.#table(data, reasons)}
      <nav class="pager" aria-label=${texts.count(data.length)}>
        ${this.#cursor === null ? nothing : html`<a href=${toAddress(this.#filters)}>${texts.newest}</a>`}
        ${next === null ? nothing : html`<a href=${this.#filtering.address(this.#filters, next)}>${texts.older}</a>`}
      </nav>
    `
  }

  #table(data: TransactionList['data'], reasons: PendingReasons): TemplateResult {
    return html`<div class="listed">
      ${this.#newsLine(data)} ${paymentsTable(data, reasons, texts.caption)}
    </div>`
  }

  /** The line counts the payments, so that nothing moves when it also has news. */
  #newsLine(data: TransactionList['data']): TemplateResult {
    const { added, changed } = this.#news
    const isEmpty = added + changed === 0
    return html`<div class="count">
      <span class="hint">${[texts.count(data.length), ...listSums(data).map(formatTotal)].join(' · ')}</span>
      <span aria-live="polite">${isEmpty ? nothing : texts.news(added, changed)}</span>
      ${isEmpty ? nothing : html`<button type="button" class="quiet" @click=${() => this.#showNews()}>${texts.showNews}</button>`}
    </div>`
  }

  #empty(isFurtherBack: boolean): TemplateResult {
    if (isFurtherBack)
      return html`${this.#newsLine([])}<portal-empty-state
          .heading=${texts.furtherBack}
          .text=${texts.furtherBackHint}
        ></portal-empty-state>`
    if (this.#filtering.areSet)
      return html`${this.#newsLine([])}${this.#filtering.nothingFound(texts.empty, texts.emptyHint)}`
    return html`${this.#newsLine([])}
      <portal-empty-state .heading=${texts.emptyAtAll} .text=${texts.emptyAtAllHint}>
        ${this.portal.may('readClock') ? html`<a class="button main" href="/test-tools">${texts.makeOne}</a>` : nothing}
      </portal-empty-state>
      ${this.portal.session.environment === 'test' ? html`<portal-first-steps></portal-first-steps>` : nothing}`
  }

  async #showNews(): Promise<void> {
    await this.#list.reload()
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus()
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get('search'))
    const search = readSearch(text)
    this.portal.go(
      search.kind === 'payment'
        ? `/payments/${search.id}`
        : toAddress({ ...this.#filters, ...search.filters }),
    )
  }

  async #download(format: 'csv' | 'json'): Promise<void> {
    this.portal.announce(texts.exporting)
    try {
      const file = await askForFile(`/exports/transactions.${format}?${toQuery(this.#filters)}`)
      saveFile(file, `transactions.${format}`)
      this.portal.announce('')
    } catch (error) {
      this.portal.announce(this.portal.explain(error))
    }
  }
}

function formatTotal({ currency, volume, net }: ListSum): string {
  return texts.sum(formatAmount(volume, currency), volume === net ? null : formatAmount(net, currency))
}

/** A list is worth showing without the reasons, too. */
async function findReasons(ids: readonly string[], signal: AbortSignal): Promise<PendingReasons> {
  try {
    const path = `/pending-reasons?ids=${ids.join(',')}`
    return (await ask<{ readonly reasons: PendingReasons }>(path, { signal, isWatch: true })).reasons
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  }
}

customElements.define('portal-payments-page', PaymentsPage)
