import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import './filter-panel.ts'
import type { PageElement } from '../app/portal-element.ts'
import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import { addressOf, readFilters, toQuery } from './filter-address.ts'
import { filterChips } from './filter-chips.ts'
import type { FilterList, Filters } from './filter-list.ts'
import type { FiltersChosenEvent } from './filter-panel.ts'

/** A page with a list that its address filters. */
type FilteredPage = PageElement & { readonly query: URLSearchParams }

/** The filters of a page's list: its address keeps them, a panel sets them, and chips list them. */
export class ListFilters {
  readonly #page: FilteredPage
  readonly #list: () => FilterList

  /** @param list - what there is to filter by, read at each drawing: choices may arrive later. */
  constructor(page: FilteredPage, list: () => FilterList) {
    this.#page = page
    this.#list = list
  }

  get #names(): readonly string[] {
    return Object.keys(this.#list().filters)
  }

  get values(): Filters {
    return readFilters(this.#names, this.#page.query)
  }

  get areSet(): boolean {
    return Object.keys(this.values).length > 0
  }

  /** Null for the first page of the list. */
  get cursor(): string | null {
    return this.#page.query.get('cursor')
  }

  /** The gateway's query for this page of the list. */
  get query(): URLSearchParams {
    const query = toQuery(this.values)
    if (this.cursor !== null) query.set('cursor', this.cursor)
    return query
  }

  /** The address of the list with other filters, or further on. */
  address(filters: Filters, cursor: string | null = null): string {
    return addressOf(this.#list().path, this.#names, filters, cursor)
  }

  /** @param onOpen - loads choices. */
  panel(onOpen: () => void = () => {}): TemplateResult {
    return html`<portal-filter-panel
      .list=${this.#list()}
      .filters=${this.values}
      @filters-opened=${onOpen}
      @filters-chosen=${({ filters }: FiltersChosenEvent) => this.#page.portal.go(this.address(filters))}
    ></portal-filter-panel>`
  }

  chips(): TemplateResult | typeof nothing {
    return filterChips(this.#list(), this.values)
  }

  /** Renders the empty state of filters that match nothing. */
  nothingFound(heading: string, text: string): TemplateResult {
    return html`<portal-empty-state .heading=${heading} .text=${text}>
      <a class="button" href=${this.#list().path}>${texts.resetAll}</a>
    </portal-empty-state>`
  }

  /** @param next - where older entries begin; null if there are none. */
  pager(label: string, next: string | null): TemplateResult {
    return html`<nav class="pager" aria-label=${label}>
      <span></span>
      ${this.cursor === null ? nothing : html`<a href=${this.address(this.values)}>${texts.newest}</a>`}
      ${next === null ? nothing : html`<a href=${this.address(this.values, next)}>${texts.older}</a>`}
    </nav>`
  }
}
