import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import '../design/time.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { reasonField } from './reason-field.ts'

const { accounts: texts } = OPERATOR_TEXTS

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

/** `<portal-accounts-page>`: the health of provider accounts. Operators pause and resume them. */
export class AccountsPage extends PageElement {
  readonly #accounts = new Loader(this, (signal) =>
    ask<{ readonly data: readonly Account[] }>('/operator/provider-accounts', { signal }),
  )

  get #dialog(): ConfirmDialog<Account> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#accounts.reload()}>${texts.refresh}</button>
        </div>
      </div>
      ${this.#accounts.render(({ data }) => this.#found(data))}
      <portal-confirm-dialog
        .content=${(account: Account) => this.#content(account)}
      ></portal-confirm-dialog>`
  }

  #found(accounts: readonly Account[]): TemplateResult {
    if (accounts.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneHint}></portal-empty-state>`
    return html`<p>${texts.lead}</p>
      ${dataTable({
        caption: texts.caption,
        rows: accounts,
        key: (account) => `${account.payment_provider_id} ${account.payment_provider_account_id}`,
        columns: [
          {
            heading: texts.account,
            cell: (account) =>
              html`${nameOf(account)}<span class="below">${account.payment_provider_id}</span>`,
          },
          { heading: texts.state, cell: stateOf },
          { heading: texts.waiting, cell: (account) => String(account.calls_waiting), style: 'number wide' },
          {
            heading: texts.answered,
            cell: ({ last_answered_at: at }) =>
              at === null ? texts.never : html`<portal-time .at=${at} relative></portal-time>`,
            style: 'wider',
          },
          { heading: '', cell: (account) => this.#button(account), style: 'number' },
        ],
      })}`
  }

  #button(account: Account): TemplateResult | typeof nothing {
    if (isThreeDsServer(account) && account.state === 'CLOSED') return nothing
    return html`<button type="button" @click=${() => this.#dialog?.open(account)}>
      ${texts[changeOf(account)]}<span class="unseen"> ${nameOf(account)}</span>
    </button>`
  }

  #content(account: Account): DialogContent<Account> {
    const change = changeOf(account)
    const { title, meaning, confirm, done } = texts.changes[change]
    return {
      heading: title(nameOf(account)),
      body: html`<p>${meaning}</p>
        ${reasonField(texts.reason, texts.reasonHint)}`,
      confirm: {
        label: confirm,
        send: async (data, key) => {
          const { payment_provider_id, payment_provider_account_id } = account
          const body = { payment_provider_id, payment_provider_account_id, reason: data.get('reason') }
          await ask(`/operator/provider-accounts/${change}`, { method: 'POST', body, key })
          this.portal.announce(done(nameOf(account)))
          await this.#accounts.reload()
        },
      },
    }
  }
}

function stateOf({
  state,
  open_since: open,
  paused_at: paused,
  pause_reason: reason,
}: Account): TemplateResult {
  const since = state === 'PAUSED' ? paused : open
  return html`<span class="mark ${MARKS[state]}">${texts.states[state]}</span>
    ${since === null ? nothing : html`<span class="below">${texts.since(formatMoment(since))}</span>`}
    ${state === 'PAUSED' && reason !== null ? html`<span class="below">${reason}</span>` : nothing}`
}

/** A 3DS server cannot be paused; resuming it queries it again before it responds to a probe. */
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

customElements.define('portal-accounts-page', AccountsPage)
