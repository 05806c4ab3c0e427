import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment, sayWord } from '../wording/format.ts'

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

/** Who did what to the people of the merchant. */
export class TrailPage implements Page {
  readonly title = texts.title
  readonly section = TEXTS.pages.users
  readonly #cursor: string | null
  readonly #list: Loading<EntryList>

  constructor(frame: Frame, query: URLSearchParams) {
    this.#cursor = query.get('cursor')
    const asked = this.#cursor === null ? '' : `?${new URLSearchParams({ cursor: this.#cursor })}`
    this.#list = new Loading(frame, (signal) => ask(`/users/trail${asked}`, { signal }))
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    return html`<p><a href="/users">${texts.back}</a></p>
      <h1 tabindex="-1">${this.title}</h1>
      <p>${texts.lead}</p>
      ${this.#list.view((list) => this.#table(list))}`
  }

  #table({ data, next_cursor: next }: EntryList): TemplateResult {
    return html`${
        data.length === 0
          ? html`<p class="notice">${next === null ? texts.none : texts.furtherBack}</p>`
          : html`<table>
              <caption class="unseen">
                ${texts.caption}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${texts.action}</th>
                  <th scope="col">${texts.about}</th>
                  <th scope="col">${texts.by}</th>
                  <th scope="col" class="wide">${texts.at}</th>
                </tr>
              </thead>
              <tbody>
                ${data.map(entryRow)}
              </tbody>
            </table>`
      }
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.#cursor === null ? nothing : html`<a href="/trail">${texts.newest}</a>`}
        ${next === null ? nothing : html`<a href="/trail?cursor=${encodeURIComponent(next)}">${texts.older}</a>`}
      </nav>`
  }
}

function entryRow({ at, action, by, about, roles, reason }: Entry): TemplateResult {
  return html`<tr>
    <th scope="row">
      ${texts.actions[action] ?? action}
      ${roles === null ? nothing : html`<span class="below">${roles.split(',').map(sayWord).join(', ')}</span>`}
      ${reason === null ? nothing : html`<span class="below">${reason}</span>`}
      <span class="below narrow">${formatMoment(at)}</span>
    </th>
    <td>${about ?? texts.gone}</td>
    <td>${by ?? operator}</td>
    <td class="wide"><time datetime=${at}>${formatMoment(at)}</time></td>
  </tr>`
}
