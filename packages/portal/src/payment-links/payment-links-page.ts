import type { PaymentLink, PaymentLinkList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { field } from '../design/field.ts'
import { ListFilters } from '../filters/list-filters.ts'
import { loadSettings } from '../settings/settings.ts'
import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { saveFile } from '../wording/save-file.ts'
import { firstChoice, type LinkChoice, type LinkTerminal, withAvailableType } from './link-choice.ts'
import { linkFilters } from './link-filters.ts'
import { paymentLinkFields } from './payment-link-form.ts'
import { readPaymentLink } from './read-payment-link.ts'

/** The request of the dialog. */
type Request =
  | { readonly is: 'create'; readonly terminals: readonly LinkTerminal[] }
  | { readonly is: 'code' | 'deactivate'; readonly link: PaymentLink }

/** `<portal-payment-links-page>`: the payment links of the merchant: creates them, shows their codes and deactivates them. */
export class PaymentLinksPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #filters = new ListFilters(this, () => {
    const { isWaiting, value } = this.#terminals
    const terminals = value ?? (isWaiting ? [] : null)
    return linkFilters(this.portal.may('getSettings') ? { terminals } : {})
  })
  readonly #list = new Loader(
    this,
    (signal, query: string) => ask<PaymentLinkList>(`/api/payment-links?${query}`, { signal }),
    () => [String(this.#filters.query)] as const,
  )
  readonly #terminals = new Loader(this, (signal) => this.#loadTerminals(signal))
  /** The state of the form for a new link; null if there is no terminal for it. */
  #choice: LinkChoice | null = null

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  get #dialog(): ConfirmDialog<Request> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons">
          ${this.#filters.panel(() => void this.#terminals.reload())}
          ${this.portal.may('createPaymentLink') ? this.#createButton() : nothing}
        </div>
      </div>
      <p>${texts.lead}</p>
      ${this.#filters.chips()} ${this.#list.render((list) => this.#found(list))}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  #createButton(): TemplateResult {
    return html`<button type="button" class="main" @click=${() => void this.#begin()}>
      ${texts.create}
    </button>`
  }

  /** A person who may not read the settings has no field for terminals. */
  async #loadTerminals(signal: AbortSignal): Promise<readonly string[]> {
    if (!this.portal.may('getSettings')) return []
    const { settings } = await loadSettings(signal)
    return settings.terminals.map(({ terminal_id: id }) => id)
  }

  #found({ data, next_cursor: next }: PaymentLinkList): TemplateResult {
    if (data.length > 0) return html`${this.#table(data)} ${this.#filters.pager(texts.caption, next)}`
    if (this.#filters.areSet) return this.#filters.nothingFound(texts.noneFound, texts.noneFoundHint)
    return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneHint}></portal-empty-state>`
  }

  #table(links: readonly PaymentLink[]): TemplateResult {
    return dataTable<PaymentLink>({
      caption: texts.caption,
      rows: links,
      key: ({ id }) => id,
      columns: [
        { heading: texts.description, cell: ({ description }) => description },
        { heading: texts.amount, cell: amountOf },
        {
          heading: texts.status,
          cell: ({ status }) =>
            html`<span class="mark ${status === 'ACTIVE' ? 'good' : 'ended'}"
              >${texts.statuses[status]}</span
            >`,
        },
        { heading: texts.uses, cell: usesOf },
        { heading: texts.expires, cell: ({ expires_at: at }) => formatMoment(at), style: 'wide' },
        { heading: '', cell: (link) => this.#buttons(link) },
      ],
    })
  }

  #buttons(link: PaymentLink): TemplateResult {
    const mayEnd = link.status === 'ACTIVE' && this.portal.may('deactivatePaymentLink')
    const button = (is: 'code' | 'deactivate') =>
      html`<button
        type="button"
        aria-label="${texts[is]} ${link.description}"
        @click=${() => void this.#dialog?.open({ is, link })}
      >
        ${texts[is]}
      </button>`
    return html`<div class="buttons">${button('code')}${mayEnd ? button('deactivate') : nothing}</div>`
  }

  async #begin(): Promise<void> {
    try {
      const { settings } = await loadSettings()
      const { terminals } = settings
      this.#choice = firstChoice(terminals)
      await this.#dialog?.open({ is: 'create', terminals })
    } catch (error) {
      this.portal.announce(this.portal.explain(error))
    }
  }

  #content(request: Request, problemOf: (member: string) => string | null): DialogContent<Request> {
    switch (request.is) {
      case 'create':
        return this.#form(request.terminals, problemOf)
      case 'code':
        return { heading: texts.codeTitle(request.link.description), body: this.#code(request.link) }
      case 'deactivate':
        return {
          heading: texts.deactivateTitle,
          body: html`<p>${texts.deactivateHint}</p>`,
          confirm: {
            label: texts.confirm,
            isDangerous: true,
            send: (_, key) => this.#deactivate(request.link, key),
          },
        }
    }
  }

  #form(
    terminals: readonly LinkTerminal[],
    problemOf: (member: string) => string | null,
  ): DialogContent<Request> {
    const choice = this.#choice
    if (choice === null) return { heading: texts.createTitle, body: html`<p>${texts.noTerminal}</p>` }
    const choose = (changes: Partial<LinkChoice>) => {
      this.#choice = withAvailableType({ ...choice, ...changes })
      this.requestUpdate()
    }
    return {
      heading: texts.createTitle,
      body: paymentLinkFields({ terminals, choice, choose, problemOf }),
      confirm: { label: texts.save, send: (data, key) => this.#create(data, key) },
    }
  }

  #code({ url, qr_svg: drawing, id }: PaymentLink): TemplateResult {
    const save = () => saveFile(new Blob([drawing], { type: 'image/svg+xml' }), `payment-link-${id}.svg`)
    return html`<img
        class="qr"
        width="240"
        height="240"
        alt=${texts.codeAlt}
        src="data:image/svg+xml,${encodeURIComponent(drawing)}"
      />
      ${field({
        id: 'link-address',
        label: texts.address,
        hint: texts.addressHint,
        control: ({ id: fieldId, describedBy }) =>
          html`<input id=${fieldId} readonly .value=${url} aria-describedby=${describedBy} />`,
      })}
      <p class="buttons">
        ${copyButton(url, texts.copy, (message) => this.portal.announce(message))}
        <button type="button" @click=${save}>${texts.download}</button>
      </p>`
  }

  async #deactivate({ id }: PaymentLink, key: string): Promise<void> {
    await ask(`/api/payment-links/${encodeURIComponent(id)}/deactivate`, { method: 'POST', key })
    await this.#list.reload()
    this.portal.announce(texts.deactivated)
  }

  async #create(data: FormData, key: string): Promise<Request> {
    const body = readPaymentLink(data, Date.now())
    const link = await ask<PaymentLink>('/api/payment-links', { method: 'POST', body, key })
    await this.#list.reload()
    this.portal.announce(texts.created)
    return { is: 'code', link }
  }
}

function usesOf({ id, uses, uses_in_progress: held, max_uses: most }: PaymentLink): TemplateResult {
  return html`<a href="/payments?payment_link_id=${encodeURIComponent(id)}">${texts.usesOf(uses, most)}</a>
    ${held === 0 ? nothing : html`<span class="below">${texts.inProgress(held)}</span>`}`
}

function amountOf({ amount, amount_range: range, currency }: PaymentLink): string {
  if (range === null) return formatAmount(amount ?? 0, currency)
  return `${formatAmount(range.min, currency)} – ${formatAmount(range.max, currency)}`
}

customElements.define('portal-payment-links-page', PaymentLinksPage)
