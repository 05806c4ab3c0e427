import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'
import { addressOfKind, type FailureKind, readKind, sayKind } from './failure-kind.ts'

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

/** Why requests failed: all kinds, or with a kind in the address its requests. */
export class ErrorsPage implements Page {
  readonly section = TEXTS.pages.errors
  readonly title = TEXTS.pages.errors
  readonly #frame: Frame
  readonly #kind: FailureKind | null
  readonly #isLater: boolean
  readonly #groups: Loading<{ readonly data: readonly FailureGroup[] }>
  readonly #requests: Loading<RequestList> | null

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#kind = readKind(query)
    this.#isLater = query.has('cursor')
    this.#groups = new Loading(frame, (signal) => ask('/failed-requests', { signal }))
    this.#requests =
      this.#kind === null
        ? null
        : new Loading(frame, (signal) => ask(`/failed-requests/requests?${query}`, { signal }))
  }

  leave(): void {
    this.#groups.stop()
    this.#requests?.stop()
  }

  view(): TemplateResult {
    const kind = this.#kind
    return html`<h1 tabindex="-1">${this.title}</h1>
      ${
        kind === null
          ? html`<p>${texts.lead}</p>
              ${this.#groups.view(({ data }) => groupsView(data))}`
          : this.#one(kind)
      }`
  }

  #one(kind: FailureKind): TemplateResult {
    const { title, detail, advice } = sayKind(kind)
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
        ${this.#requests?.view((list) => this.#list(kind, list))}
      </section>`
  }

  /** The groups know where an endpoint is. */
  #pathOf({ endpoint }: FailureKind): TemplateResult {
    const known = this.#groups.value?.data.find((group) => group.endpoint === endpoint)
    return html`<code>${known?.path ? `${known.method} ${known.path}` : endpoint}</code>`
  }

  #list(kind: FailureKind, { data, next_cursor: next }: RequestList): TemplateResult {
    if (data.length === 0) return html`<p class="notice">${texts.noneLeft}</p>`
    const say = (message: string) => this.#frame.say(message)
    return html`<table>
        <caption class="unseen">
          ${texts.requestsCaption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.id}</th>
            <th scope="col">${texts.payment}</th>
            <th scope="col" class="wide">${texts.sender}</th>
            <th scope="col" class="wide">${texts.at}</th>
          </tr>
        </thead>
        <tbody>
          ${data.map(
            ({ request_id: id, transaction_id: payment, caller, created_at: at }) =>
              html`<tr>
                <th scope="row">
                  <code>${id}</code> ${copyButton(id, TEXTS.copy, say)}
                  <span class="below narrow">${formatMoment(at)}</span>
                </th>
                <td>
                  ${payment === null ? TEXTS.none : html`<a href="/payments/${payment}">${payment}</a>`}
                </td>
                <td class="wide">${texts.senders[caller]}</td>
                <td class="wide"><time datetime=${at}>${formatMoment(at)}</time></td>
              </tr>`,
          )}
        </tbody>
      </table>
      <nav class="pager" aria-label=${texts.requestsCaption}>
        <span></span>
        ${this.#isLater ? html`<a href=${addressOfKind(kind)}>${texts.newest}</a>` : nothing}
        ${next === null ? nothing : html`<a href=${addressOfKind(kind, next)}>${texts.older}</a>`}
      </nav>`
  }
}

function groupsView(groups: readonly FailureGroup[]): TemplateResult {
  if (groups.length === 0) return html`<p class="notice">${texts.none}</p>`
  return html`<table>
    <caption class="unseen">
      ${texts.caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${texts.what}</th>
        <th scope="col" class="wide">${texts.request}</th>
        <th scope="col" class="number">${texts.count}</th>
        <th scope="col" class="wider">${texts.first}</th>
        <th scope="col" class="wide">${texts.last}</th>
      </tr>
    </thead>
    <tbody>
      ${groups.map((group) => groupRow(group))}
    </tbody>
  </table>`
}

function groupRow(group: FailureGroup): TemplateResult {
  const { title, detail } = sayKind(group)
  const request = group.path === null ? group.endpoint : `${group.method} ${group.path}`
  return html`<tr>
    <th scope="row">
      <a href=${addressOfKind(group)}
        >${title}${detail === null ? nothing : html`: <code>${detail}</code>`}</a
      >
      <span class="below"><code>${group.status}</code> <code class="narrow">${request}</code></span>
      <span class="below narrow">${texts.lastAt(formatMoment(group.last_at))}</span>
    </th>
    <td class="wide"><code>${request}</code></td>
    <td class="number">${group.count}</td>
    <td class="wider"><time datetime=${group.first_at}>${formatMoment(group.first_at)}</time></td>
    <td class="wide"><time datetime=${group.last_at}>${formatMoment(group.last_at)}</time></td>
  </tr>`
}
