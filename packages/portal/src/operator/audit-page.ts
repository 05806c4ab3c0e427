import { html, nothing, type TemplateResult } from 'lit'

import { ask, askForFile } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { field } from '../design/field.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { saveFile } from '../wording/save-file.ts'
import { formatMoment, sayWord } from '../wording/format.ts'

const { audit: texts } = OPERATOR_TEXTS

interface Entry {
  readonly id: string
  readonly at: string
  readonly merchant_id: string | null
  readonly merchant_name: string | null
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly subject_name: string | null
  readonly user_name: string | null
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

/** `<portal-audit-page>`: the audit trail, filtered by the address. */
export class AuditPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #list = new Loader(
    this,
    (signal, query) => ask<EntryList>(`/operator/audit?${asTimes(query)}`, { signal }),
    () => [this.query],
  )

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
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
      ${this.#list.render((list) => this.#found(list))}`
  }

  #field(name: string, label: string, type: 'text' | 'date'): TemplateResult {
    return field({
      id: `audit-${name}`,
      label,
      control: ({ id }) =>
        html`<input
          id=${id}
          name=${name}
          type=${type}
          autocomplete="off"
          .value=${this.query.get(name) ?? ''}
        />`,
    })
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget as HTMLFormElement))
      if (String(value).trim() !== '') query.set(name, String(value).trim())
    this.portal.go(query.size === 0 ? '/audit' : `/audit?${query}`)
  }

  async #export(): Promise<void> {
    const query = asTimes(this.query)
    query.delete('cursor')
    try {
      saveFile(await askForFile(`/operator/exports/audit.json?${query}`), 'audit.json')
    } catch (error) {
      this.portal.say(this.portal.explain(error))
    }
  }

  #found({ data, next_cursor: next }: EntryList): TemplateResult {
    const older = new URLSearchParams(this.query)
    if (next !== null) older.set('cursor', next)
    const first = new URLSearchParams(this.query)
    first.delete('cursor')
    const [heading, text] =
      next === null ? [texts.none, texts.noneHint] : [texts.furtherBack, texts.furtherBackHint]
    return html`${
        data.length === 0
          ? html`<portal-empty-state .heading=${heading} .text=${text}></portal-empty-state>`
          : entriesTable(data)
      }
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.query.has('cursor') ? html`<a href="/audit?${first}">${texts.newest}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/audit?${older}">${texts.older}</a>`}
      </nav>`
  }
}

function entriesTable(entries: readonly Entry[]): TemplateResult {
  return dataTable<Entry>({
    caption: texts.caption,
    rows: entries,
    key: ({ id }) => id,
    columns: [
      {
        heading: texts.action,
        cell: ({ action, at }) =>
          html`<a class="words" href=${filterBy('action', action)}>${sayAction(action)}</a>
            <span class="below">${action}</span>
            <span class="below narrow">${formatMoment(at)}</span>`,
      },
      { heading: texts.actor, cell: actorCell, style: 'wide' },
      { heading: texts.subject, cell: subjectCell, style: 'wider' },
      { heading: texts.detail, cell: detailCell },
      {
        heading: texts.at,
        cell: ({ at }) => html`<time datetime=${at}>${formatMoment(at)}</time>`,
        style: 'wide',
      },
    ],
  })
}

/** `user.change-roles` reads "User change roles". */
function sayAction(action: string): string {
  return sayWord(action.replaceAll('.', ' '))
}

function actorCell({ actor, user_name: name, detail: { user_id: user } }: Entry): TemplateResult {
  const actors = texts.actors as Readonly<Record<string, string>>
  const kind = actors[actor] ?? sayWord(actor)
  if (user === undefined) return html`${kind}`
  return html`<a href=${filterBy('user_id', String(user))}
      >${name ?? html`<span class="id">${user}</span>`}</a
    >
    <span class="below">${kind}</span>`
}

function subjectCell({
  subject,
  subject_name: name,
  merchant_id: merchant,
  merchant_name: shop,
}: Entry): TemplateResult {
  return html`${name ?? html`<span class="id">${subject}</span>`}
  ${
    merchant === null || merchant === subject
      ? nothing
      : html`<span class="below"
          ><a class="id" href=${filterBy('merchant_id', merchant)}>${shop ?? merchant}</a></span
        >`
  }`
}

/** The origin of a request, which people seldom need. */
const ORIGIN: ReadonlySet<string> = new Set(['client_id', 'address', 'request_id'])

function detailCell({ detail: { user_id: _, ...others } }: Entry): TemplateResult {
  const [origin, shown] = [true, false].map((isOrigin) =>
    Object.entries(others)
      .filter(([name]) => ORIGIN.has(name) === isOrigin)
      .map(([name, value]) => html`<span class="below id">${sayWord(name)}: ${value}</span>`),
  )
  return html`${shown}
  ${
    origin?.length === 0
      ? nothing
      : html`<details class="below">
          <summary>${texts.origin}</summary>
          ${origin}
        </details>`
  }`
}

function filterBy(name: string, value: string): string {
  return `/audit?${new URLSearchParams({ [name]: value })}`
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

customElements.define('portal-audit-page', AuditPage)
