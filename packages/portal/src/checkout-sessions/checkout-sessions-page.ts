import type { SessionState } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask, Refusal } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import type { Frame, Page } from '../app/page.ts'
import { CHECKOUT_TEXTS as texts } from '../texts/checkout-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { statusMark } from '../wording/status-mark.ts'
import { explainConflict } from './explain-conflict.ts'
import { cancelForm, changeForm, readSessionWish, SESSION_MEMBERS } from './session-forms.ts'

type Deed = { readonly is: 'change' | 'cancel'; readonly session: SessionState }

/**
 * Finds a checkout session by its id, changes it and cancels it. The id opens a payment form, so it never stands in the address,
 * where a history or a colleague would get it.
 */
export class CheckoutSessionsPage implements Page {
  readonly title = texts.title
  readonly section = texts.title
  readonly #frame: Frame
  readonly #dialog: DeedDialog<Deed>
  #session: SessionState | null = null
  #reason = ''

  constructor(frame: Frame) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'session', (deed, form) => this.#form(deed, form), SESSION_MEMBERS)
  }

  view(): TemplateResult {
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
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      ${this.#session === null ? nothing : this.#found(this.#session)} ${this.#dialog.view()}`
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
      [texts.members.payment, payment && html`<a href="/payments/${payment}">${payment}</a>`],
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

  /** Only an open session is offered a deed; the gateway decides. */
  #buttons(session: SessionState): readonly (TemplateResult | typeof nothing)[] {
    const { status } = session
    const button = (is: Deed['is'], action: string, isPossible: boolean) =>
      isPossible && this.#frame.may(action)
        ? html`<button type="button" @click=${() => this.#dialog.open({ is, session })}>${texts[is]}</button>`
        : nothing
    return [
      button('change', 'updateSession', status === 'CREATED'),
      button('cancel', 'cancelSession', status === 'CREATED' || status === 'PENDING'),
    ]
  }

  #form({ is, session }: Deed, form: DeedForm): TemplateResult {
    const path = pathOf(session.id)
    if (is === 'cancel')
      return cancelForm(
        form,
        () => this.#dialog.close(),
        () => void this.#do(`${path}/cancel`, { method: 'POST', key: form.key }, texts.canceled),
      )
    return changeForm(session, form, (event) => {
      event.preventDefault()
      const body = readSessionWish(event, session)
      if (body === null) this.#dialog.refuse(texts.notAnAmount(session.currency))
      else void this.#do(path, { method: 'PATCH', body, key: form.key }, texts.changed)
    })
  }

  async #find(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget as HTMLFormElement).get('id')).trim()
    this.#session = null
    this.#reason = ''
    try {
      this.#session = await ask<SessionState>(pathOf(id))
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.kind === 'not-found'
      this.#reason = isUnknown ? texts.unknown : this.#frame.explain(error)
    }
    this.#frame.redraw()
  }

  async #do(path: string, question: Parameters<typeof ask>[1], done: string): Promise<void> {
    await this.#dialog.do(async () => {
      this.#session = await ask<SessionState>(path, question).catch((error: unknown) => {
        throw explainConflict(error)
      })
      this.#dialog.close()
      this.#frame.say(done)
    })
  }
}

function pathOf(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`
}
