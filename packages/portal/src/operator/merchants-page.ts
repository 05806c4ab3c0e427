import { html, nothing, type TemplateResult } from 'lit'

import { refuse } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { field } from '../design/field.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { type Merchant, merchantMark } from './merchant.ts'
import { inviteOwner, ownerFields, type OwnerLink, ownerLink } from './owner-invitation.ts'

const { merchants: texts, addMerchant: adding } = OPERATOR_TEXTS

type AddedMerchant = Pick<Merchant, 'id' | 'name'>

/** The request of the dialog, or the result that it shows. */
type Request =
  | { readonly is: 'add' }
  | { readonly is: 'link'; readonly merchant: AddedMerchant; readonly link: OwnerLink }

interface MerchantList {
  readonly data: readonly Merchant[]
  readonly next_cursor: string | null
}

/** `<portal-merchants-page>`: the merchants of the service. */
export class MerchantsPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #list = new Loader(
    this,
    (signal, query) => ask<MerchantList>(`/operator/merchants?${query}`, { signal }),
    () => [this.query],
  )

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
          <button type="button" class="main" @click=${() => void this.#dialog?.open({ is: 'add' })}>
            ${adding.open}
          </button>
        </div>
      </div>
      ${this.#list.render((list) => this.#found(list))}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  #content(request: Request, problemOf: (member: string) => string | null): DialogContent<Request> {
    if (request.is === 'link') return this.#shown(request.merchant, request.link)
    return {
      heading: adding.title,
      body: html`${field({
          id: 'file',
          label: adding.file,
          hint: adding.hint,
          problem: problemOf('file'),
          control: ({ id, describedBy, invalid }) =>
            html`<input
              id=${id}
              name="file"
              type="file"
              accept="application/json,.json"
              required
              aria-describedby=${describedBy}
              aria-invalid=${invalid}
            />`,
        })}
        <fieldset>
          <legend>${adding.owner}</legend>
          <p class="hint">${adding.ownerHint}</p>
          ${ownerFields({ isRequired: false, problemOf })}
        </fieldset>`,
      confirm: { label: adding.confirm, send: (data, key) => this.#add(data, key) },
    }
  }

  #shown(merchant: AddedMerchant, link: OwnerLink): DialogContent<Request> {
    return {
      ...ownerLink(link, (message) => this.portal.announce(message)),
      dismiss: TEXTS.done,
      confirm: {
        label: adding.openMerchant(merchant.name),
        send: () => Promise.resolve(this.#openMerchant(merchant)),
      },
    }
  }

  /** Adds the merchant, and invites its owner if their address was given. */
  async #add(data: FormData, key: string): Promise<Request | void> {
    const body = await readFile(data.get('file'))
    const isInvited = readsOwner(data)
    const merchant = await ask<AddedMerchant>('/operator/merchants', { method: 'POST', body, key })
    if (!isInvited) return this.#openMerchant(merchant, adding.added(merchant.name))
    try {
      const link = await inviteOwner(merchant.id, data, crypto.randomUUID())
      await this.#list.reload()
      return { is: 'link', merchant, link }
    } catch (error) {
      // The merchant is there, so its page invites the owner.
      this.#openMerchant(merchant, adding.notInvited(merchant.name, this.portal.explain(error)))
    }
  }

  #openMerchant({ id }: AddedMerchant, said?: string): void {
    this.portal.go(`/merchants/${encodeURIComponent(id)}`)
    if (said !== undefined) this.portal.announce(said)
  }

  #found({ data, next_cursor: next }: MerchantList): TemplateResult {
    if (data.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneHint}></portal-empty-state>`
    return html`${dataTable<Merchant>({
        caption: texts.caption,
        rows: data,
        key: ({ id }) => id,
        columns: [
          { heading: texts.name, cell: nameCell },
          { heading: texts.status, cell: merchantMark },
          { heading: texts.managed, cell: (merchant) => texts.managers[merchant.managed_by], style: 'wide' },
          { heading: texts.terminals, cell: ({ terminals }) => String(terminals), style: 'number wide' },
          {
            heading: texts.created,
            cell: ({ created_at: at }) => html`<time datetime=${at}>${formatMoment(at)}</time>`,
            style: 'wider',
          },
        ],
      })}
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.query.has('cursor') ? html`<a href="/merchants">${texts.first}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/merchants?cursor=${encodeURIComponent(next)}">${texts.further}</a>`}
      </nav>`
  }
}

function nameCell({ id, name, sandbox_id: sandbox }: Merchant): TemplateResult {
  return html`<a href="/merchants/${encodeURIComponent(id)}">${name}</a>
    <span class="below id">${sandbox === null ? id : texts.sandbox(sandbox)}</span>`
}

/**
 * Returns whether the form names an owner to invite.
 *
 * @throws {Refusal} for a name without an email or an email without a name, rather than ignore what was typed.
 */
function readsOwner(data: FormData): boolean {
  const [name, email] = ['name', 'email'].map((member) => String(data.get(member)).trim())
  if (name === '' && email === '') return false
  if (email === '') refuse('email', adding.noEmail)
  if (name === '') refuse('name', adding.noName)
  return true
}

/** @throws {Refusal} for a file that is not JSON. */
async function readFile(file: FormDataEntryValue | null): Promise<unknown> {
  try {
    return JSON.parse(file instanceof File ? await file.text() : '') as unknown
  } catch {
    refuse('file', adding.notJson)
  }
}

customElements.define('portal-merchants-page', MerchantsPage)
