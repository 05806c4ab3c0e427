import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'
import { GoLiveView } from './go-live-view.ts'
import { type Merchant, merchantMark } from './merchants-page.ts'

const { merchant: texts, merchants } = TEXTS.operator

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

/** What the dialog is about. */
type Deed =
  | { readonly is: 'invite' }
  | { readonly is: 'view'; readonly name: string }
  | { readonly is: 'link'; readonly url: string; readonly until: string }

/** One merchant: state, counts and people; an owner is invited, and payments are looked at with a reason. */
export class MerchantPage implements Page {
  readonly title = TEXTS.pages.merchant
  readonly section = TEXTS.pages.merchants
  readonly #frame: Frame
  readonly #path: string
  readonly #merchant: Loading<MerchantDetails>
  readonly #goLive: GoLiveView | null
  readonly #dialog: DeedDialog<Deed>

  constructor(frame: Frame, id: string) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'deed', (deed, form) => this.#form(deed, form))
    this.#path = `/operator/merchants/${encodeURIComponent(id)}`
    this.#merchant = new Loading(frame, (signal) => ask(this.#path, { signal }))
    this.#goLive = frame.session.environment === 'test' ? new GoLiveView(frame, this.#path) : null
  }

  leave(): void {
    this.#goLive?.leave()
    this.#merchant.stop()
  }

  view(): TemplateResult {
    return html`<p><a href="/merchants">${texts.back}</a></p>
      ${this.#merchant.view((merchant) => this.#details(merchant))} ${this.#dialog.view()}`
  }

  #details(merchant: MerchantDetails): TemplateResult {
    const { name, counts, users } = merchant
    const members: readonly (readonly [string, string | number | TemplateResult])[] = [
      [texts.id, html`<code>${merchant.id}</code>`],
      [merchants.managed, merchants.managers[merchant.managed_by]],
      [merchants.terminals, merchant.terminals],
      [merchants.created, formatMoment(merchant.created_at)],
      [texts.payments, counts.payments],
      [texts.approved, counts.approved],
      [texts.failed, counts.failed_requests],
    ]
    return html`<div class="between">
        <h1 tabindex="-1">${name} ${merchantMark(merchant)}</h1>
        <div class="buttons">
          <button type="button" @click=${() => this.#dialog.open({ is: 'view', name })}>${texts.view}</button>
          <button type="button" class="main" @click=${() => this.#dialog.open({ is: 'invite' })}>
            ${texts.invite}
          </button>
        </div>
      </div>
      <section aria-labelledby="details">
        <h2 id="details">${texts.details}</h2>
        <dl class="pairs">
          ${members.map(
            ([member, value]) =>
              html`<dt>${member}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
      </section>
      <section aria-labelledby="people">
        <h2 id="people">${texts.people}</h2>
        ${
          users.length === 0
            ? html`<p>${texts.nobody}</p>`
            : html`<ul class="plain">
                ${users.map(
                  ({ name: person, email, status }) =>
                    html`<li>
                      ${person}, ${email}
                      <span class="mark ${status === 'ACTIVE' ? 'good' : 'open'}"
                        >${status === 'ACTIVE' ? texts.active : texts.invited}</span
                      >
                    </li>`,
                )}
              </ul>`
        }
      </section>
      ${this.#goLive?.view()}`
  }

  #form(deed: Deed, { key, reason, cancel }: DeedForm): TemplateResult {
    switch (deed.is) {
      case 'invite':
        return html`<form @submit=${(event: SubmitEvent) => void this.#invite(event, key)}>
          <h2 id="deed-title">${texts.inviteTitle}</h2>
          <label for="person-name">${texts.personName}</label>
          <input id="person-name" name="name" required maxlength="100" autocomplete="off" />
          <label for="person-email">${texts.email}</label>
          <input id="person-email" name="email" type="email" required autocomplete="off" />
          ${reason}
          <p class="buttons">${cancel}<button class="main">${texts.confirmInvite}</button></p>
        </form>`
      case 'view':
        return html`<form @submit=${(event: SubmitEvent) => void this.#look(event, key)}>
          <h2 id="deed-title">${texts.viewTitle(deed.name)}</h2>
          <p>${texts.viewHint}</p>
          <label for="reason">${texts.reason}</label>
          <input
            id="reason"
            name="reason"
            required
            minlength="10"
            maxlength="500"
            autocomplete="off"
            aria-describedby="reason-hint"
          />
          <p id="reason-hint" class="hint">${texts.reasonHint}</p>
          ${reason}
          <p class="buttons">${cancel}<button class="main">${texts.confirmView}</button></p>
        </form>`
      case 'link':
        return html`<h2 id="deed-title">${texts.linkTitle}</h2>
          <p><code>${deed.url}</code></p>
          <p class="hint">${texts.linkHint(formatMoment(deed.until))}</p>
          <p class="buttons">
            ${copyButton(deed.url, TEXTS.copy, (message) => this.#frame.say(message))}
            <button type="button" class="main" @click=${() => this.#dialog.close()}>${texts.done}</button>
          </p>`
    }
  }

  async #invite(event: SubmitEvent, key: string): Promise<void> {
    const [name, email] = readForm(event, 'name', 'email')
    await this.#dialog.do(async () => {
      const link = await ask<{ readonly url: string; readonly expires_at: string }>(`${this.#path}/owners`, {
        method: 'POST',
        body: { name, email },
        key,
      })
      this.#dialog.show({ is: 'link', url: link.url, until: link.expires_at })
      await this.#merchant.start()
    })
  }

  async #look(event: SubmitEvent, key: string): Promise<void> {
    const [reason] = readForm(event, 'reason')
    await this.#dialog.do(async () => {
      await ask(`${this.#path}/view`, { method: 'POST', body: { reason }, key })
      // The session may do more from now on: the whole portal asks again what.
      location.assign('/payments')
    })
  }
}

function readForm(event: SubmitEvent, ...names: readonly string[]): readonly string[] {
  event.preventDefault()
  const form = new FormData(event.currentTarget as HTMLFormElement)
  return names.map((name) => String(form.get(name) ?? ''))
}
