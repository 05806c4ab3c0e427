import type { SessionState } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask, type Question, Refusal } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { PageElement } from '../app/portal-element.ts'
import { CHECKOUT_TEXTS as texts } from '../texts/checkout-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { statusMark } from '../wording/status-mark.ts'
import { explainConflict } from './explain-conflict.ts'
import { readSessionChange, sessionFields } from './session-form.ts'

/** The request of a person about a session. */
interface Request {
  readonly is: 'change' | 'cancel'
  readonly session: SessionState
}

/**
 * `<portal-checkout-sessions-page>`: finds a checkout session by its id, changes it and cancels it. The id opens a payment form, so
 * the address never contains it, because a browser history or a colleague would see it.
 */
export class CheckoutSessionsPage extends PageElement {
  static override properties = { session: { state: true }, reason: { state: true } }
  declare protected session: SessionState | null
  /** The reason why no session was found; empty before a search. */
  declare protected reason: string

  constructor() {
    super()
    this.session = null
    this.reason = ''
  }

  get #dialog(): ConfirmDialog<Request> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      <form class="search" role="search" @submit=${(event: SubmitEvent) => void this.#find(event)}>
        <label for="session-id">${texts.id}</label>
        <input
          id="session-id"
          name="id"
          required
          autocomplete="off"
          spellcheck="false"
          aria-describedby="session-id-hint"
        />
        <button class="main">${texts.find}</button>
        <p class="hint" id="session-id-hint">${texts.hint}</p>
      </form>
      ${this.reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.reason}</p>`}
      ${this.session === null ? nothing : this.#found(this.session)}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (field: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  #found(session: SessionState): TemplateResult {
    const { reference, status, amount, currency, description, transaction_id: payment } = session
    const { terminal_id: terminal, customer, revision } = session
    const members: readonly (readonly [string, string | null | undefined | TemplateResult])[] = [
      [texts.members.amount, formatAmount(amount, currency)],
      [texts.members.description, description],
      [texts.members.customer, customer?.email],
      [texts.members.terminal, terminal],
      [texts.members.revision, String(revision)],
      [texts.members.payment, payment && html`<a class="id" href="/payments/${payment}">${payment}</a>`],
    ]
    return html`<section aria-labelledby="session-found">
      <div class="between">
        <h2 id="session-found">${texts.heading(reference)} ${statusMark(status)}</h2>
        <div class="buttons">${this.#buttons(session)}</div>
      </div>
      <dl class="pairs">
        ${members.map(([name, value]) =>
          value
            ? html`<dt>${name}</dt>
                <dd>${value}</dd>`
            : nothing,
        )}
      </dl>
    </section>`
  }

  /** Only an open session can be changed; the gateway decides. */
  #buttons(session: SessionState): readonly (TemplateResult | typeof nothing)[] {
    const { status } = session
    const button = (is: Request['is'], action: string, isPossible: boolean) =>
      isPossible && this.portal.may(action)
        ? html`<button type="button" @click=${() => this.#dialog?.open({ is, session })}>
            ${texts[is]}
          </button>`
        : nothing
    return [
      button('change', 'updateSession', status === 'CREATED'),
      button('cancel', 'cancelSession', status === 'CREATED' || status === 'PENDING'),
    ]
  }

  #content({ is, session }: Request, problemOf: (field: string) => string | null): DialogContent<Request> {
    const path = pathOf(session.id)
    if (is === 'cancel')
      return {
        heading: texts.cancelTitle,
        body: html`<p>${texts.cancelHint}</p>`,
        confirm: {
          label: texts.confirmCancel,
          isDangerous: true,
          send: (_, key) => this.#change(`${path}/cancel`, { method: 'POST', key }, texts.canceled),
        },
      }
    return {
      heading: texts.changeTitle,
      body: sessionFields(session, problemOf),
      confirm: {
        label: texts.save,
        send: (data, key) => {
          const body = readSessionChange(data, session)
          return this.#change(path, { method: 'PATCH', body, key }, texts.changed)
        },
      },
    }
  }

  async #find(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget as HTMLFormElement).get('id')).trim()
    this.session = null
    this.reason = ''
    try {
      this.session = await ask<SessionState>(pathOf(id))
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.kind === 'not-found'
      this.reason = isUnknown ? texts.unknown : this.portal.explain(error)
    }
  }

  async #change(path: string, question: Question, done: string): Promise<void> {
    this.session = await ask<SessionState>(path, question).catch((error: unknown) => {
      throw explainConflict(error)
    })
    this.portal.announce(done)
  }
}

function pathOf(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`
}

customElements.define('portal-checkout-sessions-page', CheckoutSessionsPage)
