import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import '../design/time.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { formatWord } from '../wording/format.ts'

const { trail: texts, operator } = PEOPLE_TEXTS

interface Entry {
  readonly id: string
  readonly at: string
  readonly action: string
  /** Null for the operator of the service. */
  readonly by: string | null
  /** Null for a person who was removed. */
  readonly about: string | null
  readonly roles: string | null
  readonly reason: string | null
}

interface EntryList {
  readonly data: readonly Entry[]
  readonly next_cursor: string | null
}

/** `<portal-trail-page>`: the changes to the users of the merchant, and who made them. */
export class TrailPage extends PageElement {
  static override properties = { cursor: {} }
  /** Null for the newest entries. */
  declare cursor: string | null
  readonly #list = new Loader(this, loadEntries, () => [this.cursor])

  protected override render(): TemplateResult {
    return html`<p><a href="/users">${texts.back}</a></p>
      <h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      ${this.#list.render((list) => this.#entries(list))}`
  }

  #entries({ data, next_cursor: next }: EntryList): TemplateResult {
    return html`${data.length === 0 ? noEntries(next) : entriesTable(data)}
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.cursor === null ? nothing : html`<a href="/trail">${texts.newest}</a>`}
        ${next === null ? nothing : html`<a href="/trail?cursor=${encodeURIComponent(next)}">${texts.older}</a>`}
      </nav>`
  }
}

function loadEntries(signal: AbortSignal, cursor: string | null): Promise<EntryList> {
  const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  return ask(`/users/trail${query}`, { signal })
}

/** The gateway searches a part of the audit trail at a time: older parts may have entries. */
function noEntries(next: string | null): TemplateResult {
  return next === null
    ? html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}></portal-empty-state>`
    : html`<p class="notice">${texts.furtherBack}</p>`
}

function entriesTable(entries: readonly Entry[]): TemplateResult {
  return dataTable({
    caption: texts.caption,
    rows: entries,
    key: ({ id }) => id,
    columns: [
      { heading: texts.action, cell: actionCell },
      { heading: texts.about, cell: ({ about }) => about ?? texts.gone },
      { heading: texts.by, cell: ({ by }) => by ?? operator },
      { heading: texts.at, style: 'wide', cell: ({ at }) => html`<portal-time at=${at}></portal-time>` },
    ],
  })
}

function actionCell({ at, action, roles, reason }: Entry): TemplateResult {
  return html`${texts.actions[action] ?? action}
    ${roles === null ? nothing : html`<span class="below">${roles.split(',').map(formatWord).join(', ')}</span>`}
    ${reason === null ? nothing : html`<span class="below">${reason}</span>`}
    <span class="below narrow"><portal-time at=${at}></portal-time></span>`
}

customElements.define('portal-trail-page', TrailPage)
