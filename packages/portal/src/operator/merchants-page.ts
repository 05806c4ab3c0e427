import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'

const { merchants: texts, addMerchant: adding } = TEXTS.operator

/** A merchant, as the gateway tells its operator. */
export interface Merchant {
  readonly id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly sandbox_id: string | null
  readonly managed_by: 'FILE' | 'PORTAL'
  readonly terminals: number
  readonly created_at: string
}

interface MerchantList {
  readonly data: readonly Merchant[]
  readonly next_cursor: string | null
}

/** The merchants of the service. */
export class MerchantsPage implements Page {
  readonly title = TEXTS.pages.merchants
  readonly section = TEXTS.pages.merchants
  readonly #frame: Frame
  readonly #isLater: boolean
  readonly #list: Loading<MerchantList>
  readonly #dialog: DeedDialog<'add'>

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'add', (_, form) => this.#form(form))
    this.#isLater = query.has('cursor')
    this.#list = new Loading(frame, (signal) => ask(`/operator/merchants?${query}`, { signal }))
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => this.#dialog.open('add')}>${adding.open}</button>
        </div>
      </div>
      ${this.#list.view((list) => this.#table(list))} ${this.#dialog.view()}`
  }

  #form({ key, reason, cancel }: DeedForm): TemplateResult {
    return html`<form @submit=${(event: SubmitEvent) => void this.#add(event, key)}>
      <h2 id="add-title">${adding.title}</h2>
      <label for="file">${adding.file}</label>
      <input
        id="file"
        name="file"
        type="file"
        accept="application/json,.json"
        required
        aria-describedby="file-hint"
      />
      <p id="file-hint" class="hint">${adding.hint}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${adding.confirm}</button></p>
    </form>`
  }

  async #add(event: SubmitEvent, key: string): Promise<void> {
    event.preventDefault()
    const file = new FormData(event.currentTarget as HTMLFormElement).get('file')
    const body = file instanceof File ? readJson(await file.text()) : undefined
    if (body === undefined) return this.#dialog.refuse(adding.notJson)
    await this.#dialog.do(async () => {
      const made = await ask<{ readonly id: string; readonly name: string }>('/operator/merchants', {
        method: 'POST',
        body,
        key,
      })
      this.#dialog.close()
      this.#frame.go(`/merchants/${encodeURIComponent(made.id)}`)
      this.#frame.say(adding.added(made.name))
    })
  }

  #table({ data, next_cursor: next }: MerchantList): TemplateResult {
    if (data.length === 0) return html`<p class="notice">${texts.none}</p>`
    return html`<table>
        <caption class="unseen">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.name}</th>
            <th scope="col">${texts.status}</th>
            <th scope="col" class="wide">${texts.managed}</th>
            <th scope="col" class="number wide">${texts.terminals}</th>
            <th scope="col" class="wider">${texts.created}</th>
          </tr>
        </thead>
        <tbody>
          ${data.map(
            (merchant) =>
              html`<tr>
                <th scope="row">
                  <a href="/merchants/${encodeURIComponent(merchant.id)}">${merchant.name}</a>
                  <span class="below"
                    >${merchant.sandbox_id === null ? merchant.id : texts.sandbox(merchant.sandbox_id)}</span
                  >
                </th>
                <td>${merchantMark(merchant)}</td>
                <td class="wide">${texts.managers[merchant.managed_by]}</td>
                <td class="number wide">${merchant.terminals}</td>
                <td class="wider">
                  <time datetime=${merchant.created_at}>${formatMoment(merchant.created_at)}</time>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.#isLater ? html`<a href="/merchants">${texts.first}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/merchants?cursor=${encodeURIComponent(next)}">${texts.further}</a>`}
      </nav>`
  }
}

export function merchantMark({ status }: Pick<Merchant, 'status'>): TemplateResult {
  return html`<span class="mark ${status === 'ACTIVE' ? 'good' : 'bad'}">${texts.statuses[status]}</span>`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
