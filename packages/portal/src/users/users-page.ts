import type { PortalRole } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { type OpenSession, sessionsTable } from '../sessions/sessions-table.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { SESSION_TEXTS as sessionTexts } from '../texts/session-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment, sayWord } from '../wording/format.ts'

const { users: texts } = TEXTS
const { waits } = PEOPLE_TEXTS

/** A person who may sign in, as the gateway tells. */
interface User {
  readonly id: string
  /** Null for the person who came by a one-time link. */
  readonly email: string | null
  readonly name: string
  readonly roles: readonly PortalRole[]
  readonly status: 'INVITED' | 'ACTIVE' | 'LINK'
  /** The person's link is not good before; null for none that waits. */
  readonly waits_until: string | null
  readonly has_second_factor: boolean
}

/** A link for a person, shown once. */
interface UserLink {
  readonly url: string
  /** Null for a link that is good at once. */
  readonly good_from: string | null
  readonly expires_at: string
}

/** What the dialog is about. */
type Deed =
  | { readonly is: 'invite' }
  | { readonly is: 'change'; readonly user: User }
  | { readonly is: 'sessions'; readonly user: User; readonly sessions: readonly OpenSession[] }
  | { readonly is: 'wait'; readonly user: User; readonly until: string }
  | { readonly is: 'link'; readonly link: UserLink }

const ROLES = Object.keys(texts.explain) as (keyof typeof texts.explain)[]

/** Who may sign in, and as what. */
export class UsersPage implements Page {
  readonly title = TEXTS.pages.users
  readonly section = TEXTS.pages.users
  readonly #frame: Frame
  readonly #users: Loading<{ readonly data: readonly User[] }>
  readonly #dialog: DeedDialog<Deed>

  constructor(frame: Frame) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'user', (deed, form) => this.#form(deed, form))
    this.#users = new Loading(frame, (signal) => ask('/users', { signal }))
  }

  leave(): void {
    this.#users.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <a class="choice" href="/trail">${PEOPLE_TEXTS.trail.open}</a>
          <button type="button" class="main" @click=${() => this.#dialog.open({ is: 'invite' })}>
            ${texts.invite}
          </button>
        </div>
      </div>
      ${this.#users.view(({ data }) => this.#table(data))} ${this.#dialog.view()}`
  }

  #table(users: readonly User[]): TemplateResult {
    if (users.length === 0) return html`<p class="notice">${texts.none}</p>`
    return html`<table>
      <caption class="unseen">
        ${texts.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.name}</th>
          <th scope="col">${texts.roles}</th>
          <th scope="col" class="wide">${texts.status}</th>
          <th scope="col" class="wide">${texts.second}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${users.map(
          (user) =>
            html`<tr>
              <th scope="row">${user.name}<span class="below">${user.email}</span>${this.#wait(user)}</th>
              <td>${user.roles.map(sayWord).join(', ')}</td>
              <td class="wide">
                <span class="mark ${user.status === 'INVITED' ? 'open' : 'good'}"
                  >${texts.states[user.status]}</span
                >
              </td>
              <td class="wide">${user.has_second_factor ? texts.yes : texts.no}</td>
              <td class="number">
                ${
                  user.status === 'LINK'
                    ? nothing
                    : html`<button type="button" @click=${() => this.#dialog.open({ is: 'change', user })}>
                        ${texts.change}<span class="unseen"> ${user.name}</span>
                      </button>`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }

  /** That a link of the person waits, with the way to let it work or to cancel it. */
  #wait(user: User): TemplateResult | typeof nothing {
    const { waits_until: until, status } = user
    if (until === null) return nothing
    const say = status === 'ACTIVE' ? waits.reset : waits.invitation
    return html`<span class="below">${say(formatMoment(until))}</span>
      <button type="button" @click=${() => this.#dialog.open({ is: 'wait', user, until })}>
        ${waits.decide}<span class="unseen"> ${user.name}</span>
      </button>`
  }

  #form(deed: Deed, { key, reason, cancel }: DeedForm): TemplateResult {
    switch (deed.is) {
      case 'invite':
        return html`<form @submit=${(event: SubmitEvent) => void this.#invite(event, key)}>
          <h2 id="user-title">${texts.inviteTitle}</h2>
          <label for="user-name">${texts.name}</label>
          <input id="user-name" name="name" required maxlength="100" autocomplete="off" />
          <label for="user-email">${texts.email}</label>
          <input id="user-email" name="email" type="email" required autocomplete="off" />
          ${roleChoice(['support'])} ${reason}
          <p class="buttons">${cancel}<button class="main">${texts.confirmInvite}</button></p>
        </form>`
      case 'change':
        return html`<form @submit=${(event: SubmitEvent) => void this.#change(event, deed.user, key)}>
          <h2 id="user-title">${texts.changeTitle(deed.user.name)}</h2>
          ${roleChoice(deed.user.roles)} ${reason}
          <p class="buttons">${cancel}<button class="main">${texts.saveRoles}</button></p>
          <p class="hint">
            ${texts.resetHint} ${deed.user.roles.includes('owner') ? PEOPLE_TEXTS.resetOfOwner : nothing}
          </p>
          <p class="buttons">
            <button type="button" @click=${() => this.#showSessions(deed.user)}>
              ${sessionTexts.title}…
            </button>
            <button type="button" @click=${() => this.#reset(deed.user, key)}>${texts.reset}</button>
            <button type="button" @click=${() => this.#remove(deed.user, key)}>${texts.remove}</button>
          </p>
        </form>`
      case 'sessions':
        return html`<h2 id="user-title">${sessionTexts.ofUser(deed.user.name)}</h2>
          ${
            deed.sessions.length === 0
              ? html`<p>${sessionTexts.none}</p>`
              : sessionsTable(deed.sessions, null)
          }
          ${reason}
          <p class="buttons">
            ${cancel}
            <button type="button" class="main" @click=${() => this.#endSessions(deed.user, key)}>
              ${sessionTexts.endAll}
            </button>
          </p>`
      case 'wait':
        return html`<h2 id="user-title">${waits.title(deed.user.name)}</h2>
          <p>${waits.explain(formatMoment(deed.until))}</p>
          ${reason}
          <p class="buttons">
            <button type="button" @click=${() => this.#dialog.close()}>${waits.keep}</button>
            <button type="button" @click=${() => this.#decide(deed.user, 'confirm', key)}>
              ${waits.confirm}
            </button>
            <button type="button" class="main" @click=${() => this.#decide(deed.user, 'cancel', key)}>
              ${waits.cancel}
            </button>
          </p>`
      case 'link':
        return html`<h2 id="user-title">${texts.linkTitle}</h2>
          <p><code>${deed.link.url}</code></p>
          <p class="hint">${linkHint(deed.link)}</p>
          <p class="buttons">
            ${copyButton(deed.link.url, TEXTS.copy, (message) => this.#frame.say(message))}
            <button type="button" class="main" @click=${() => this.#dialog.close()}>${texts.done}</button>
          </p>`
    }
  }

  async #invite(event: SubmitEvent, key: string): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const [name, email, roles] = [form.get('name'), form.get('email'), form.getAll('role')]
    if (roles.length === 0) return this.#dialog.refuse(texts.noRole)
    await this.#do(async () => {
      const link = await ask<UserLink>('/users', {
        method: 'POST',
        body: { name, email, roles },
        key,
      })
      this.#dialog.show({ is: 'link', link })
    })
  }

  async #change(event: SubmitEvent, { id }: User, key: string): Promise<void> {
    event.preventDefault()
    const roles = new FormData(event.currentTarget as HTMLFormElement).getAll('role')
    if (roles.length === 0) return this.#dialog.refuse(texts.noRole)
    await this.#do(async () => {
      await ask(`/users/${id}/roles`, { method: 'POST', body: { roles }, key })
      this.#dialog.close()
      this.#frame.say(texts.changed)
    })
  }

  async #showSessions(user: User): Promise<void> {
    await this.#dialog.do(async () => {
      const { data } = await ask<{ readonly data: readonly OpenSession[] }>(`/users/${user.id}/sessions`)
      this.#dialog.show({ is: 'sessions', user, sessions: data })
    })
  }

  async #endSessions({ id, name }: User, key: string): Promise<void> {
    await this.#do(async () => {
      await ask(`/users/${id}/sessions`, { method: 'DELETE', key })
      this.#dialog.close()
      this.#frame.say(sessionTexts.allEnded(name))
    })
  }

  async #reset({ id }: User, key: string): Promise<void> {
    await this.#do(async () => {
      const link = await ask<UserLink>(`/users/${id}/reset`, { method: 'POST', key })
      this.#dialog.show({ is: 'link', link })
    })
  }

  async #decide({ id }: User, way: 'confirm' | 'cancel', key: string): Promise<void> {
    await this.#do(async () => {
      await ask(`/users/${id}/${way}`, { method: 'POST', key })
      this.#dialog.close()
      this.#frame.say(way === 'confirm' ? waits.confirmed : waits.canceled)
    })
  }

  async #remove({ id }: User, key: string): Promise<void> {
    await this.#do(async () => {
      await ask(`/users/${id}`, { method: 'DELETE', key })
      this.#dialog.close()
      this.#frame.say(texts.removed)
    })
  }

  #do(deed: () => Promise<void>): Promise<void> {
    return this.#dialog.do(async () => {
      await deed()
      await this.#users.start()
    })
  }
}

function linkHint({ good_from: from, expires_at: until }: UserLink): string {
  return from === null
    ? texts.linkHint(formatMoment(until))
    : PEOPLE_TEXTS.linkWaits(formatMoment(from), formatMoment(until))
}

function roleChoice(chosen: readonly string[]): TemplateResult {
  return html`<fieldset>
    <legend>${texts.roles}</legend>
    ${ROLES.map(
      (role) =>
        html`<label class="check">
          <input type="checkbox" name="role" value=${role} ?checked=${chosen.includes(role)} />
          <span>${sayWord(role)} <span class="below">${texts.explain[role]}</span></span>
        </label>`,
    )}
  </fieldset>`
}
