import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'

const { accounts: texts } = TEXTS.operator

interface Account {
  readonly payment_provider_id: string
  readonly payment_provider_account_id: string
  readonly state: keyof typeof MARKS
  readonly open_since: string | null
  readonly paused_at: string | null
  readonly pause_reason: string | null
  readonly calls_waiting: number
  readonly last_answered_at: string | null
}

/** The style of the badge for each state. */
const MARKS = { CLOSED: 'good', OPEN: 'bad', PAUSED: 'open' } as const

/** Shows which provider accounts answer; operators pause and resume them here. */
export class AccountsPage implements Page {
  readonly title = TEXTS.pages.accounts
  readonly section = TEXTS.pages.accounts
  readonly #frame: Frame
  readonly #accounts: Loading<{ readonly data: readonly Account[] }>
  readonly #dialog: DeedDialog<Account>
  #isBusy = false

  constructor(frame: Frame) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'account', (account, form) => this.#form(account, form))
    this.#accounts = new Loading(frame, (signal) => ask('/operator/provider-accounts', { signal }))
  }

  leave(): void {
    this.#accounts.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => this.#accounts.start()}>${texts.look}</button>
        </div>
      </div>
      ${this.#accounts.view(({ data }) => this.#table(data))} ${this.#dialog.view()}`
  }

  #table(accounts: readonly Account[]): TemplateResult {
    if (accounts.length === 0) return html`<p class="notice">${texts.none}</p>`
    return html`<p>${texts.lead}</p>
      <table>
        <caption class="unseen">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.account}</th>
            <th scope="col">${texts.state}</th>
            <th scope="col" class="number wide">${texts.waiting}</th>
            <th scope="col" class="wider">${texts.answered}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${accounts.map((account) => this.#row(account))}
        </tbody>
      </table>`
  }

  #row(account: Account): TemplateResult {
    const { state, calls_waiting: waiting, last_answered_at: answered, pause_reason: reason } = account
    const since = state === 'PAUSED' ? account.paused_at : account.open_since
    return html`<tr>
      <th scope="row">${nameOf(account)}<span class="below">${account.payment_provider_id}</span></th>
      <td>
        <span class="mark ${MARKS[state]}">${texts.states[state]}</span>
        ${since === null ? nothing : html`<span class="below">${texts.since(formatMoment(since))}</span>`}
        ${state === 'PAUSED' && reason !== null ? html`<span class="below">${reason}</span>` : nothing}
      </td>
      <td class="number wide">${waiting}</td>
      <td class="wider">
        ${answered === null ? texts.never : html`<time datetime=${answered}>${formatMoment(answered)}</time>`}
      </td>
      <td class="number">
        ${
          isThreeDsServer(account) && state === 'CLOSED'
            ? nothing
            : html`<button type="button" @click=${() => this.#dialog.open(account)}>
                ${texts[changeOf(account)]}<span class="unseen"> ${nameOf(account)}</span>
              </button>`
        }
      </td>
    </tr>`
  }

  #form(account: Account, { key, reason, cancel }: DeedForm): TemplateResult {
    const { title, meaning, confirm } = texts.changes[changeOf(account)]
    return html`<form @submit=${(event: SubmitEvent) => void this.#change(event, account, key)}>
      <h2 id="account-title">${title(nameOf(account))}</h2>
      <p>${meaning}</p>
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
      <p class="buttons">
        ${cancel}
        <button class="main" ?disabled=${this.#isBusy}>${confirm}</button>
      </p>
    </form>`
  }

  async #change(event: SubmitEvent, account: Account, key: string): Promise<void> {
    event.preventDefault()
    if (this.#isBusy) return
    const reason = new FormData(event.currentTarget as HTMLFormElement).get('reason')
    const change = changeOf(account)
    this.#isBusy = true
    this.#frame.redraw()
    try {
      await this.#dialog.do(async () => {
        const { payment_provider_id, payment_provider_account_id } = account
        const body = { payment_provider_id, payment_provider_account_id, reason }
        await ask(`/operator/provider-accounts/${change}`, { method: 'POST', body, key })
        this.#dialog.close()
        this.#frame.say(texts.changes[change].done(nameOf(account)))
        await this.#accounts.start()
      })
    } finally {
      this.#isBusy = false
      this.#frame.redraw()
    }
  }
}

/** A 3DS server cannot be paused; resuming it asks it again before it answers a probe. */
function changeOf(account: Account): 'pause' | 'resume' {
  return account.state === 'PAUSED' || isThreeDsServer(account) ? 'resume' : 'pause'
}

function isThreeDsServer({ payment_provider_id: id }: Account): boolean {
  return id === '3ds-server'
}

/** Returns the name to show; the 3-D Secure server has no account. */
function nameOf({ payment_provider_account_id: account }: Account): string {
  return account === '' ? texts.threeDsServer : account
}
