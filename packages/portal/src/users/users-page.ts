import type { PortalRole } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment, sayWord } from '../wording/format.ts'

const { users: texts } = TEXTS

/** A person who may sign in, as the gateway tells. */
interface User {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: readonly PortalRole[]
  readonly status: 'INVITED' | 'ACTIVE'
  readonly has_second_factor: boolean
}

/** A link for a person, shown once. */
interface UserLink {
  readonly url: string
  readonly expires_at: string
}

/** What the dialog is about. */
type Deed =
  | { readonly is: 'invite' }
  | { readonly is: 'change'; readonly user: User }
  | { readonly is: 'link'; readonly link: UserLink }

const ROLES = Object.keys(texts.explain) as (keyof typeof texts.explain)[]

/** Who may sign in, and as what. */
export class UsersPage implements Page {
  readonly title = TEXTS.pages.users
  readonly section = TEXTS.pages.users
  readonly #frame: Frame
  readonly #users: Loading<{ readonly data: readonly User[] }>
  #deed: Deed | null = null
  #reason = ''
  /** The same for each try of one wish. */
  #key = ''

  constructor(frame: Frame) {
    this.#frame = frame
    this.#users = new Loading(frame, (signal) => ask('/users', { signal }))
  }

  leave(): void {
    this.#users.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" class="main" @click=${() => this.#open({ is: 'invite' })}>
            ${texts.invite}
          </button>
        </div>
      </div>
      ${this.#users.view(({ data }) => this.#table(data))} ${this.#dialog()}`
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
              <th scope="row">${user.name}<span class="below">${user.email}</span></th>
              <td>${user.roles.map(sayWord).join(', ')}</td>
              <td class="wide">
                <span class="mark ${user.status === 'ACTIVE' ? 'good' : 'open'}"
                  >${user.status === 'ACTIVE' ? texts.active : texts.invited}</span
                >
              </td>
              <td class="wide">${user.has_second_factor ? texts.yes : texts.no}</td>
              <td class="number">
                <button type="button" @click=${() => this.#open({ is: 'change', user })}>
                  ${texts.change}<span class="unseen"> ${user.name}</span>
                </button>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector('dialog#user')
  }

  #open(deed: Deed): void {
    this.#deed = deed
    this.#reason = ''
    this.#key = crypto.randomUUID()
    this.#frame.redraw()
    this.#element?.showModal()
  }

  /** A link leaves the page with its dialog. */
  #close(): void {
    this.#deed = null
    this.#frame.redraw()
  }

  #dialog(): TemplateResult {
    return html`<dialog id="user" aria-labelledby="user-title" @close=${() => this.#close()}>
      ${this.#deed === null ? nothing : this.#form(this.#deed)}
    </dialog>`
  }

  #form(deed: Deed): TemplateResult {
    const reason =
      this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`
    switch (deed.is) {
      case 'invite':
        return html`<form @submit=${(event: SubmitEvent) => void this.#invite(event)}>
          <h2 id="user-title">${texts.inviteTitle}</h2>
          <label for="user-name">${texts.name}</label>
          <input id="user-name" name="name" required maxlength="100" autocomplete="off" />
          <label for="user-email">${texts.email}</label>
          <input id="user-email" name="email" type="email" required autocomplete="off" />
          ${roleChoice(['support'])} ${reason}
          <p class="buttons">${this.#cancel()}<button class="main">${texts.confirmInvite}</button></p>
        </form>`
      case 'change':
        return html`<form @submit=${(event: SubmitEvent) => void this.#change(event, deed.user)}>
          <h2 id="user-title">${texts.changeTitle(deed.user.name)}</h2>
          ${roleChoice(deed.user.roles)} ${reason}
          <p class="buttons">${this.#cancel()}<button class="main">${texts.saveRoles}</button></p>
          <p class="hint">${texts.resetHint}</p>
          <p class="buttons">
            <button type="button" @click=${() => this.#reset(deed.user)}>${texts.reset}</button>
            <button type="button" @click=${() => this.#remove(deed.user)}>${texts.remove}</button>
          </p>
        </form>`
      case 'link':
        return html`<h2 id="user-title">${texts.linkTitle}</h2>
          <p><code>${deed.link.url}</code></p>
          <p class="hint">${texts.linkHint(formatMoment(deed.link.expires_at))}</p>
          <p class="buttons">
            ${copyButton(deed.link.url, TEXTS.copy, (message) => this.#frame.say(message))}
            <button type="button" class="main" @click=${() => this.#element?.close()}>${texts.done}</button>
          </p>`
    }
  }

  #cancel(): TemplateResult {
    return html`<button type="button" @click=${() => this.#element?.close()}>${TEXTS.cancel}</button>`
  }

  async #invite(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const [name, email, roles] = [form.get('name'), form.get('email'), form.getAll('role')]
    if (roles.length === 0) return this.#refuse(texts.noRole)
    await this.#do(async () => {
      const link = await ask<UserLink>('/users', {
        method: 'POST',
        body: { name, email, roles },
        key: this.#key,
      })
      this.#deed = { is: 'link', link }
    })
  }

  async #change(event: SubmitEvent, { id }: User): Promise<void> {
    event.preventDefault()
    const roles = new FormData(event.currentTarget as HTMLFormElement).getAll('role')
    if (roles.length === 0) return this.#refuse(texts.noRole)
    await this.#do(async () => {
      await ask(`/users/${id}/roles`, { method: 'POST', body: { roles }, key: crypto.randomUUID() })
      this.#element?.close()
      this.#frame.say(texts.changed)
    })
  }

  async #reset({ id }: User): Promise<void> {
    await this.#do(async () => {
      const link = await ask<UserLink>(`/users/${id}/reset`, { method: 'POST', key: crypto.randomUUID() })
      this.#deed = { is: 'link', link }
    })
  }

  async #remove({ id }: User): Promise<void> {
    await this.#do(async () => {
      await ask(`/users/${id}`, { method: 'DELETE', key: crypto.randomUUID() })
      this.#element?.close()
      this.#frame.say(texts.removed)
    })
  }

  async #do(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
      await this.#users.start()
    } catch (error) {
      this.#refuse(this.#frame.explain(error))
    }
    this.#frame.redraw()
  }

  #refuse(reason: string): void {
    this.#reason = reason
    this.#frame.redraw()
  }
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
