import { html, nothing, type TemplateResult } from 'lit'

import { ask, askForFile } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { saveFile } from '../wording/save-file.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment, sayWord } from '../wording/format.ts'

const { audit: texts } = TEXTS.operator

interface Entry {
  readonly id: string
  readonly at: string
  readonly merchant_id: string | null
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
}

interface EntryList {
  readonly data: readonly Entry[]
  readonly next_cursor: string | null
}

/** The filters, by the names that the gateway has for them. */
const FILTERS = {
  action: texts.action,
  merchant_id: texts.merchant,
  user_id: texts.user,
  subject: texts.subject,
} as const

const DAYS = { from: texts.from, to: texts.to } as const

/** Who did what: the audit trail, searched by what stands in the address. */
export class AuditPage implements Page {
  readonly title = TEXTS.pages.audit
  readonly section = TEXTS.pages.audit
  readonly #frame: Frame
  readonly #query: URLSearchParams
  readonly #list: Loading<EntryList>

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#query = query
    this.#list = new Loading(frame, (signal) => ask(`/operator/audit?${asTimes(query)}`, { signal }))
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#export()}>${texts.export}</button>
        </div>
      </div>
      <form class="filters" role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
        ${Object.entries(FILTERS).map(([name, label]) => this.#field(name, label, 'text'))}
        ${Object.entries(DAYS).map(([name, label]) => this.#field(name, label, 'date'))}
        <p class="buttons">
          <button class="main">${texts.search}</button>
          <a class="choice" href="/audit">${texts.clear}</a>
        </p>
      </form>
      ${this.#list.view((list) => this.#table(list))}`
  }

  #field(name: string, label: string, type: 'text' | 'date'): TemplateResult {
    return html`<div>
      <label for="audit-${name}">${label}</label>
      <input
        id="audit-${name}"
        name=${name}
        type=${type}
        autocomplete="off"
        .value=${this.#query.get(name) ?? ''}
      />
    </div>`
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget as HTMLFormElement))
      if (String(value).trim() !== '') query.set(name, String(value).trim())
    this.#frame.go(query.size === 0 ? '/audit' : `/audit?${query}`)
  }

  async #export(): Promise<void> {
    const query = asTimes(this.#query)
    query.delete('cursor')
    try {
      saveFile(await askForFile(`/operator/exports/audit.json?${query}`), 'audit.json')
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }

  #table({ data, next_cursor: next }: EntryList): TemplateResult {
    const older = new URLSearchParams(this.#query)
    if (next !== null) older.set('cursor', next)
    const first = new URLSearchParams(this.#query)
    first.delete('cursor')
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
                  <th scope="col" class="wide">${texts.actor}</th>
                  <th scope="col" class="wider">${texts.subject}</th>
                  <th scope="col">${texts.detail}</th>
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
        ${this.#query.has('cursor') ? html`<a href="/audit?${first}">${texts.newest}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/audit?${older}">${texts.older}</a>`}
      </nav>`
  }
}

function entryRow({ at, merchant_id: merchant, actor, action, subject, detail }: Entry): TemplateResult {
  const { user_id: user, ...others } = detail
  const actors = texts.actors as Readonly<Record<string, string>>
  return html`<tr>
    <th scope="row">
      <a href="/audit?action=${encodeURIComponent(action)}">${action}</a>
      <span class="below narrow">${formatMoment(at)}</span>
    </th>
    <td class="wide">
      ${actors[actor] ?? sayWord(actor)}
      ${
        user === undefined
          ? nothing
          : html`<span class="below"
              ><a href="/audit?user_id=${encodeURIComponent(String(user))}">${user}</a></span
            >`
      }
    </td>
    <td class="wider">
      ${subject}
      ${
        merchant === null
          ? nothing
          : html`<span class="below"
              ><a href="/audit?merchant_id=${encodeURIComponent(merchant)}">${merchant}</a></span
            >`
      }
    </td>
    <td>
      ${Object.entries(others).map(([name, value]) => html`<span class="below">${sayWord(name)}: ${value}</span>`)}
    </td>
    <td class="wide"><time datetime=${at}>${formatMoment(at)}</time></td>
  </tr>`
}

/** Days of the form as times: the whole of the last day counts. */
function asTimes(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(query)
  const from = query.get('from')
  const to = query.get('to')
  if (from !== null) asked.set('from', `${from}T00:00:00Z`)
  if (to !== null) asked.set('to', new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString())
  return asked
}
