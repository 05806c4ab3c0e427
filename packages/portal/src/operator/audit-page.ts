import { html, nothing, type TemplateResult } from 'lit'

import { ask, askForFile } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { toQuery } from '../filters/filter-address.ts'
import { ListFilters } from '../filters/list-filters.ts'
import { AUDIT_ACTIONS } from '../texts/audit-texts.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { saveFile } from '../wording/save-file.ts'
import { formatMoment, formatWord } from '../wording/format.ts'
import { findPeople, listMerchants, peopleChoices } from './audit-choices.ts'
import { describeDetail } from './audit-detail.ts'
import { auditFilters } from './audit-filters.ts'

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

/** `<portal-audit-page>`: the audit trail, filtered by the address. */
export class AuditPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #filters = new ListFilters(this, () => auditFilters(this.#choices()))
  readonly #list = new Loader(
    this,
    (signal, query: string) => ask<EntryList>(`/operator/audit?${query}`, { signal }),
    () => [String(this.#filters.query)] as const,
  )
  /** The number of times that the panel was opened; merchants are only listed for it. */
  #openings = 0
  /** The merchant whose users the panel offers; empty for none. */
  #merchant: string | null = null
  readonly #merchants = new Loader(
    this,
    async (signal, openings: number) => (openings === 0 ? [] : listMerchants(signal)),
    () => [this.portal.may('listMerchants') ? this.#openings : 0] as const,
  )
  readonly #people = new Loader(
    this,
    async (signal, id: string) => (id === '' ? { id, name: '', users: [] } : findPeople(id, signal)),
    () => [this.portal.may('getMerchant') ? this.#chosen : ''] as const,
  )

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons" @change=${(event: Event) => this.#choose(event)}>
          <button type="button" @click=${() => void this.#export()}>${texts.export}</button>
          ${this.#filters.panel(() => this.#open())}
        </div>
      </div>
      ${this.#filters.chips()} ${this.#list.render((list) => this.#found(list))}`
  }

  get #chosen(): string {
    return this.#merchant ?? this.query.get('merchant_id') ?? ''
  }

  #choices(): Parameters<typeof auditFilters>[0] {
    const [merchants, people] = [this.#merchants, this.#people]
    const found = people.value
    // Those of the merchant that was chosen before are no choice.
    const users = found?.id === this.#chosen ? peopleChoices(found) : people.isWaiting || found ? [] : null
    return {
      merchants: this.portal.may('listMerchants')
        ? (merchants.value ?? (merchants.isWaiting ? [] : null))
        : undefined,
      people: this.portal.may('getMerchant') ? users : undefined,
      nameOf: (id) => (found?.id === id ? found.name : nameIn(found?.users ?? [], this.#list.value, id)),
    }
  }

  /** The panel begins with the filters of the list, also after another merchant was chosen and not applied. */
  #open(): void {
    this.#openings += 1
    this.#merchant = null
    this.requestUpdate()
  }

  #choose({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement) || target.name !== 'merchant_id') return
    this.#merchant = target.value
    this.requestUpdate()
  }

  async #export(): Promise<void> {
    const query = toQuery(this.#filters.values)
    try {
      saveFile(await askForFile(`/operator/exports/audit.json?${query}`), 'audit.json')
    } catch (error) {
      this.portal.announce(this.portal.explain(error))
    }
  }

  #found({ data, next_cursor: next }: EntryList): TemplateResult {
    return html`${data.length === 0 ? this.#nothing(next !== null) : entriesTable(data)}
    ${this.#filters.pager(texts.caption, next)}`
  }

  /** The gateway searches a part of the trail at a time: older parts may have entries. */
  #nothing(isFurtherBack: boolean): TemplateResult {
    if (!isFurtherBack && this.#filters.areSet)
      return this.#filters.nothingFound(texts.noneFound, texts.noneFoundHint)
    const [heading, text] = isFurtherBack
      ? [texts.furtherBack, texts.furtherBackHint]
      : [texts.none, texts.noneHint]
    return html`<portal-empty-state .heading=${heading} .text=${text}></portal-empty-state>`
  }
}

/** Finds a name among the merchant's users, or in the listed entries. */
function nameIn(
  users: readonly { readonly id: string; readonly name: string }[],
  entries: EntryList | undefined,
  id: string,
): string | null {
  const known = users.find((user) => user.id === id)
  if (known !== undefined) return known.name
  for (const entry of entries?.data ?? []) {
    if (entry.detail['user_id'] === id && entry.user_name !== null) return entry.user_name
    if (entry.merchant_id === id && entry.merchant_name !== null) return entry.merchant_name
    if (entry.subject === id && entry.subject_name !== null) return entry.subject_name
  }
  return null
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
          html`<a class="words" href=${filterBy('action', action)}>${AUDIT_ACTIONS[action] ?? action}</a>
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

function actorCell({ actor, user_name: name, detail: { user_id: user } }: Entry): TemplateResult {
  const actors = texts.actors as Readonly<Record<string, string>>
  const kind = actors[actor] ?? formatWord(actor)
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
    describeDetail(
      Object.fromEntries(Object.entries(others).filter(([name]) => ORIGIN.has(name) === isOrigin)),
    ).map(({ name, text }) => html`<span class="below id">${name}: ${text}</span>`),
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

customElements.define('portal-audit-page', AuditPage)
