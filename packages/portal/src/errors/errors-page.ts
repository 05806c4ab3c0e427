import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import '../design/time.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { addressOfKind, type FailureKind, describeKind } from './failure-kind.ts'

const { errors: texts } = TEXTS

interface FailureGroup extends FailureKind {
  readonly method: string | null
  readonly path: string | null
  readonly count: number
  readonly first_at: string
  readonly last_at: string
}

interface FailedRequest {
  readonly request_id: string
  readonly transaction_id: string | null
  readonly caller: 'SERVER' | 'BROWSER'
  readonly created_at: string
}

interface RequestList {
  readonly data: readonly FailedRequest[]
  readonly next_cursor: string | null
}

/** `<portal-errors-page>`: why requests failed: all kinds, or with a kind in the address its requests. */
export class ErrorsPage extends PageElement {
  static override properties = { kind: { attribute: false }, cursor: {} }
  /** Null for all kinds. */
  declare kind: FailureKind | null
  /** Null for the newest requests. */
  declare cursor: string | null
  readonly #groups = new Loader(this, (signal) =>
    ask<{ readonly data: readonly FailureGroup[] }>('/failed-requests', { signal }),
  )
  readonly #requests = new Loader(this, loadRequests, () => [this.kind, this.cursor])

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${TEXTS.pages.errors}</h1>
      ${
        this.kind === null
          ? html`<p>${texts.lead}</p>
              ${this.#groups.render(({ data }) => groupsTable(data))}`
          : this.#one(this.kind)
      }`
  }

  #one(kind: FailureKind): TemplateResult {
    const { title, detail, advice } = describeKind(kind)
    return html`<p><a href="/errors">${texts.back}</a></p>
      <section aria-labelledby="kind">
        <h2 id="kind">${title}</h2>
        <p>${this.#pathOf(kind)} <span class="mark bad">${kind.status}</span></p>
        ${detail === null ? nothing : html`<p><code>${detail}</code></p>`}
        <h3>${texts.whatToDo}</h3>
        <p>${advice}</p>
      </section>
      <section aria-labelledby="requests">
        <h2 id="requests">${texts.requests}</h2>
        ${this.#requests.render((list) => this.#list(kind, list))}
      </section>`
  }

  /** The groups know where an endpoint is. */
  #pathOf({ endpoint }: FailureKind): TemplateResult {
    const known = this.#groups.value?.data.find((group) => group.endpoint === endpoint)
    return html`<code>${known?.path ? `${known.method} ${known.path}` : endpoint}</code>`
  }

  #list(kind: FailureKind, { data, next_cursor: next }: RequestList): TemplateResult {
    if (data.length === 0) return html`<p class="notice">${texts.noneLeft}</p>`
    return html`${requestsTable(data, (message) => this.portal.announce(message))}
      <nav class="pager" aria-label=${texts.requestsCaption}>
        <span></span>
        ${this.cursor === null ? nothing : html`<a href=${addressOfKind(kind)}>${texts.newest}</a>`}
        ${next === null ? nothing : html`<a href=${addressOfKind(kind, next)}>${texts.older}</a>`}
      </nav>`
  }
}

async function loadRequests(
  signal: AbortSignal,
  kind: FailureKind | null,
  cursor: string | null,
): Promise<RequestList> {
  if (kind === null) return { data: [], next_cursor: null }
  const [, query = ''] = addressOfKind(kind, cursor).split('?')
  return ask(`/failed-requests/requests?${query}`, { signal })
}

function groupsTable(groups: readonly FailureGroup[]): TemplateResult {
  if (groups.length === 0)
    return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}></portal-empty-state>`
  return dataTable({
    caption: texts.caption,
    rows: groups,
    key: (group) => addressOfKind(group),
    columns: [
      { heading: texts.what, cell: renderFailureCell },
      { heading: texts.request, style: 'wide', cell: (group) => html`<code>${requestOf(group)}</code>` },
      { heading: texts.count, style: 'number', cell: ({ count }) => String(count) },
      {
        heading: texts.first,
        style: 'wider',
        cell: ({ first_at: at }) => html`<portal-time at=${at} relative></portal-time>`,
      },
      {
        heading: texts.last,
        style: 'wide',
        cell: ({ last_at: at }) => html`<portal-time at=${at} relative></portal-time>`,
      },
    ],
  })
}

function renderFailureCell(group: FailureGroup): TemplateResult {
  const { title, detail } = describeKind(group)
  return html`<a href=${addressOfKind(group)}
      >${title}${detail === null ? nothing : html`: <code>${detail}</code>`}</a
    >
    <span class="below"><code>${group.status}</code> <code class="narrow">${requestOf(group)}</code></span>
    <span class="below narrow">${texts.last} <portal-time at=${group.last_at} relative></portal-time></span>`
}

function requestOf({ path, method, endpoint }: FailureGroup): string {
  return path === null ? endpoint : `${method} ${path}`
}

function requestsTable(
  requests: readonly FailedRequest[],
  announce: (message: string) => void,
): TemplateResult {
  return dataTable({
    caption: texts.requestsCaption,
    rows: requests,
    key: ({ request_id: id }) => id,
    columns: [
      {
        heading: texts.id,
        cell: ({ request_id: id, created_at: at }) =>
          html`<code>${id}</code> ${copyButton(id, TEXTS.copy, announce)}
            <span class="below narrow"><portal-time at=${at}></portal-time></span>`,
      },
      {
        heading: texts.payment,
        cell: ({ transaction_id: id }) =>
          id === null ? TEXTS.none : html`<a class="id" href="/payments/${id}">${id}</a>`,
      },
      { heading: texts.sender, style: 'wide', cell: ({ caller }) => texts.senders[caller] },
      {
        heading: texts.at,
        style: 'wide',
        cell: ({ created_at: at }) => html`<portal-time at=${at}></portal-time>`,
      },
    ],
  })
}

customElements.define('portal-errors-page', ErrorsPage)
