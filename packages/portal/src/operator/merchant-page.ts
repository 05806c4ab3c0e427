import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { missingRecord } from '../app/missing-record.ts'
import { PageElement } from '../app/portal-element.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatMoment } from '../wording/format.ts'
import './go-live-view.ts'
import { type Merchant, merchantMark, merchantPath } from './merchant.ts'
import { inviteOwner, ownerFields, type OwnerLink, ownerLink } from './owner-invitation.ts'
import { reasonField } from './reason-field.ts'

const { merchant: texts, merchants } = OPERATOR_TEXTS

interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly status: 'INVITED' | 'ACTIVE'
}

interface MerchantDetails extends Merchant {
  readonly counts: { readonly payments: number; readonly approved: number; readonly failed_requests: number }
  readonly users: readonly Person[]
}

/** The request of the dialog. */
type Request =
  | { readonly is: 'invite' }
  | { readonly is: 'view'; readonly name: string }
  | { readonly is: 'link'; readonly link: OwnerLink }

/** `<portal-merchant-page>`: one merchant: state, counts and people. Operators invite an owner, and view payments with a reason. */
export class MerchantPage extends PageElement {
  static override properties = { merchantId: { attribute: 'merchant-id' } }
  declare merchantId: string
  readonly #merchant = new Loader(
    this,
    (signal, id) => ask<MerchantDetails>(merchantPath(id), { signal }),
    () => [this.merchantId],
  )

  constructor() {
    super()
    this.merchantId = ''
  }

  get #dialog(): ConfirmDialog<Request> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<p><a href="/merchants">${texts.back}</a></p>
      ${this.#merchant.render(
        (merchant) => this.#details(merchant),
        () => missingRecord(texts.unknown),
      )}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  #details(merchant: MerchantDetails): TemplateResult {
    const { name, users } = merchant
    return html`<div class="between">
        <h1 tabindex="-1">${name} ${merchantMark(merchant)}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#dialog?.open({ is: 'view', name })}>
            ${texts.view}
          </button>
          <button type="button" class="main" @click=${() => void this.#dialog?.open({ is: 'invite' })}>
            ${texts.invite}
          </button>
        </div>
      </div>
      ${membersView(merchant)}
      <section aria-labelledby="people">
        <h2 id="people">${texts.people}</h2>
        ${users.length === 0 ? html`<p>${texts.nobody}</p>` : peopleView(users)}
      </section>
      ${
        this.portal.session.environment === 'test'
          ? html`<portal-go-live .path=${merchantPath(this.merchantId)}></portal-go-live>`
          : nothing
      }`
  }

  #content(request: Request, problemOf: (member: string) => string | null): DialogContent<Request> {
    switch (request.is) {
      case 'invite':
        return {
          heading: texts.inviteTitle,
          body: ownerFields({ isRequired: true, problemOf }),
          confirm: { label: texts.confirmInvite, send: (data, key) => this.#invite(data, key) },
        }
      case 'view':
        return {
          heading: texts.viewTitle(request.name),
          body: html`<p>${texts.viewHint}</p>
            ${reasonField(texts.reason, texts.reasonHint)}`,
          confirm: { label: texts.confirmView, send: (data, key) => this.#view(data, key) },
        }
      case 'link':
        return ownerLink(request.link, (message) => this.portal.announce(message))
    }
  }

  async #invite(data: FormData, key: string): Promise<Request> {
    const link = await inviteOwner(this.merchantId, data, key)
    await this.#merchant.reload()
    return { is: 'link', link }
  }

  async #view(data: FormData, key: string): Promise<void> {
    const body = { reason: data.get('reason') }
    await ask(`${merchantPath(this.merchantId)}/view`, { method: 'POST', body, key })
    // The session may do more from now on: the whole portal is loaded again.
    location.assign('/payments')
  }
}

function membersView(merchant: MerchantDetails): TemplateResult {
  const { counts } = merchant
  const members: readonly (readonly [string, string | number | TemplateResult])[] = [
    [texts.id, html`<code>${merchant.id}</code>`],
    [merchants.managed, merchants.managers[merchant.managed_by]],
    [merchants.terminals, merchant.terminals],
    [merchants.created, formatMoment(merchant.created_at)],
    [texts.payments, counts.payments],
    [texts.approved, counts.approved],
    [texts.failed, counts.failed_requests],
  ]
  return html`<section aria-labelledby="details">
    <h2 id="details">${texts.details}</h2>
    <dl class="pairs">
      ${members.map(
        ([member, value]) =>
          html`<dt>${member}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </section>`
}

function peopleView(users: readonly Person[]): TemplateResult {
  return html`<ul class="plain">
    ${users.map(
      ({ name, email, status }) =>
        html`<li>
          ${name}, ${email}
          <span class="mark ${status === 'ACTIVE' ? 'good' : 'open'}">${texts.states[status]}</span>
        </li>`,
    )}
  </ul>`
}

customElements.define('portal-merchant-page', MerchantPage)
