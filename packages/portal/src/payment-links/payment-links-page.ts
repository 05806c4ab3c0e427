import type { PaymentLink, PaymentLinkList } from '@sluice/types'
import { PAYMENT_LINK_STATUSES } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { loadSettings } from '../settings/settings.ts'
import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { saveFile } from '../wording/save-file.ts'
import { LINK_MEMBERS, paymentLinkForm, readPaymentLink } from './payment-link-form.ts'

type Deed =
  | { readonly is: 'create'; readonly terminals: readonly string[] }
  | { readonly is: 'code' | 'deactivate'; readonly link: PaymentLink }

/** The payment links of the merchant: creates them, shows their codes and deactivates them. */
export class PaymentLinksPage implements Page {
  readonly title = texts.title
  readonly section = texts.title
  readonly #frame: Frame
  readonly #query: URLSearchParams
  readonly #list: Loading<PaymentLinkList>
  readonly #dialog: DeedDialog<Deed>

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#query = query
    this.#list = new Loading(frame, (signal) => ask(`/api/payment-links?${query}`, { signal }))
    this.#dialog = new DeedDialog(frame, 'payment-link', (deed, form) => this.#form(deed, form), LINK_MEMBERS)
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    const status = this.#query.get('status') ?? ''
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        ${
          this.#frame.may('createPaymentLink')
            ? html`<button type="button" @click=${() => void this.#begin()}>${texts.create}</button>`
            : nothing
        }
      </div>
      <p>${texts.lead}</p>
      <form class="search" role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
        <label for="link-status">${texts.status}</label>
        <select id="link-status" name="status">
          <option value="" ?selected=${status === ''}>${texts.every}</option>
          ${PAYMENT_LINK_STATUSES.map(
            (one) => html`<option value=${one} ?selected=${status === one}>${texts.statuses[one]}</option>`,
          )}
        </select>
        <button class="main">${texts.show}</button>
      </form>
      ${this.#list.view((list) => this.#found(list))} ${this.#dialog.view()}`
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const status = String(new FormData(event.currentTarget as HTMLFormElement).get('status'))
    this.#frame.go(status === '' ? '/payment-links' : `/payment-links?${new URLSearchParams({ status })}`)
  }

  #found({ data, next_cursor: next }: PaymentLinkList): TemplateResult {
    if (data.length === 0)
      return html`<p class="notice">${this.#query.has('status') ? texts.noneHere : texts.none}</p>`
    const older = new URLSearchParams(this.#query)
    if (next !== null) older.set('cursor', next)
    return html`<table>
        <caption class="unseen">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.description}</th>
            <th scope="col">${texts.amount}</th>
            <th scope="col">${texts.status}</th>
            <th scope="col">${texts.uses}</th>
            <th scope="col" class="wide">${texts.expires}</th>
            <th scope="col"><span class="unseen">${texts.actions}</span></th>
          </tr>
        </thead>
        <tbody>
          ${data.map((link) => this.#row(link))}
        </tbody>
      </table>
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.#query.has('cursor') ? html`<a href="/payment-links">${texts.newest}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/payment-links?${older}">${texts.older}</a>`}
      </nav>`
  }

  #row(link: PaymentLink): TemplateResult {
    const { id, description, status, uses, uses_in_progress: held, max_uses: most, expires_at: at } = link
    const mayEnd = status === 'ACTIVE' && this.#frame.may('deactivatePaymentLink')
    const button = (is: 'code' | 'deactivate') =>
      html`<button
        type="button"
        aria-label="${texts[is]} ${description}"
        @click=${() => this.#dialog.open({ is, link })}
      >
        ${texts[is]}
      </button>`
    return html`<tr>
      <th scope="row">${description}</th>
      <td>${amountOf(link)}</td>
      <td><span class="mark ${status === 'ACTIVE' ? 'good' : 'ended'}">${texts.statuses[status]}</span></td>
      <td>
        <a href="/payments?payment_link_id=${encodeURIComponent(id)}">${texts.usesOf(uses, most)}</a>
        ${held === 0 ? nothing : html`<span>${texts.inProgress(held)}</span>`}
      </td>
      <td class="wide">${formatMoment(at)}</td>
      <td>
        <div class="buttons">${button('code')}${mayEnd ? button('deactivate') : nothing}</div>
      </td>
    </tr>`
  }

  async #begin(): Promise<void> {
    try {
      const { settings } = await loadSettings()
      this.#dialog.open({ is: 'create', terminals: settings.terminals.map(({ terminal_id: id }) => id) })
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }

  #form(deed: Deed, form: DeedForm): TemplateResult {
    if (deed.is === 'create')
      return paymentLinkForm(deed.terminals, form, (event) => void this.#create(event, form.key))
    return deed.is === 'code' ? this.#code(deed.link) : this.#question(deed.link, form)
  }

  #code({ description, url, qr_svg: drawing, id }: PaymentLink): TemplateResult {
    const save = () => saveFile(new Blob([drawing], { type: 'image/svg+xml' }), `payment-link-${id}.svg`)
    return html`<h2 id="payment-link-title">${texts.codeTitle(description)}</h2>
      <img
        class="qr"
        width="240"
        height="240"
        alt=${texts.codeAlt}
        src="data:image/svg+xml,${encodeURIComponent(drawing)}"
      />
      <label for="link-address">${texts.address}</label>
      <input id="link-address" readonly value=${url} aria-describedby="link-address-hint" />
      <p class="hint" id="link-address-hint">${texts.addressHint}</p>
      <p class="buttons">
        ${copyButton(url, texts.copy, (message) => this.#frame.say(message))}
        <button type="button" @click=${save}>${texts.download}</button>
        <button type="button" class="main" @click=${() => this.#dialog.close()}>${texts.close}</button>
      </p>`
  }

  #question({ id }: PaymentLink, { reason, cancel, key }: DeedForm): TemplateResult {
    const path = `/api/payment-links/${encodeURIComponent(id)}/deactivate`
    const deactivate = () =>
      this.#dialog.do(async () => {
        await ask(path, { method: 'POST', key })
        this.#dialog.close()
        await this.#list.start()
        this.#frame.say(texts.deactivated)
      })
    return html`<h2 id="payment-link-title">${texts.deactivateTitle}</h2>
      <p>${texts.deactivateHint}</p>
      ${reason}
      <p class="buttons">
        ${cancel}
        <button type="button" class="main" @click=${() => void deactivate()}>${texts.confirm}</button>
      </p>`
  }

  async #create(event: SubmitEvent, key: string): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const body = readPaymentLink(form, Date.now())
    if (body === null) return this.#dialog.refuse(texts.notAnAmount(String(form.get('currency'))))
    await this.#dialog.do(async () => {
      const link = await ask<PaymentLink>('/api/payment-links', { method: 'POST', body, key })
      await this.#list.start()
      this.#frame.say(texts.created)
      this.#dialog.show({ is: 'code', link })
    })
  }
}

function amountOf({ amount, amount_range: range, currency }: PaymentLink): string {
  if (range === null) return formatAmount(amount ?? 0, currency)
  return `${formatAmount(range.min, currency)} – ${formatAmount(range.max, currency)}`
}
