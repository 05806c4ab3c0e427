import { html, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/empty-state.ts'
import { refuse } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import type { OpenSession } from '../sessions/sessions-table.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { SESSION_TEXTS as sessionTexts } from '../texts/session-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { changeForm, inviteForm, linkContent, sessionsForm, waitForm } from './user-forms.ts'
import { type User, type UserLink, usersTable } from './users-table.ts'

const { users: texts } = TEXTS
const { waits } = PEOPLE_TEXTS

/** The subject of the dialog. */
type Request =
  | { readonly is: 'invite' }
  | { readonly is: 'change'; readonly user: User }
  | { readonly is: 'sessions'; readonly user: User; readonly sessions: readonly OpenSession[] }
  | { readonly is: 'wait'; readonly user: User; readonly until: string }
  | { readonly is: 'link'; readonly link: UserLink }

/** `<portal-users-page>`: the users, and their roles. */
export class UsersPage extends PageElement {
  readonly #users = new Loader(this, (signal) =>
    ask<{ readonly data: readonly User[] }>('/users', { signal }),
  )

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${TEXTS.pages.users}</h1>
        <div class="buttons">
          <a class="choice" href="/trail">${PEOPLE_TEXTS.trail.open}</a>
          <button type="button" class="main" @click=${() => this.#open({ is: 'invite' })}>
            ${texts.invite}
          </button>
        </div>
      </div>
      ${this.#users.render(({ data }) =>
        data.length === 0
          ? html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}></portal-empty-state>`
          : usersTable(data, {
              change: (user) => this.#open({ is: 'change', user }),
              decide: (user, until) => this.#open({ is: 'wait', user, until }),
            }),
      )}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  #open(request: Request): void {
    void this.renderRoot.querySelector<ConfirmDialog<Request>>('portal-confirm-dialog')?.open(request)
  }

  #content(request: Request, problemOf: (member: string) => string | null): DialogContent<Request> {
    switch (request.is) {
      case 'invite':
        return { ...inviteForm(problemOf), confirm: { label: texts.confirmInvite, send: this.#invite } }
      case 'change':
        return {
          ...changeForm(request.user, problemOf),
          confirm: {
            label: texts.saveRoles,
            send: (data, key) => this.#change(request.user, data, key),
          },
        }
      case 'sessions':
        return {
          ...sessionsForm(request.user, request.sessions),
          confirm: {
            label: sessionTexts.endAll,
            isDangerous: true,
            send: (_, key) =>
              this.#send(
                request.user,
                '/sessions',
                { method: 'DELETE', key },
                sessionTexts.allEnded(request.user.name),
              ),
          },
        }
      case 'wait':
        return {
          ...waitForm(request.user, request.until),
          confirm: {
            label: waits.cancel,
            send: (data, key) => {
              const way = data.get('do') === 'confirm' ? 'confirm' : 'cancel'
              const said = way === 'confirm' ? waits.confirmed : waits.canceled
              return this.#send(request.user, `/${way}`, { method: 'POST', key }, said)
            },
          },
        }
      case 'link':
        return linkContent(request.link, (message) => this.portal.announce(message))
    }
  }

  readonly #invite = async (data: FormData, key: string): Promise<Request> => {
    const [name, email, roles] = [data.get('name'), data.get('email'), data.getAll('role')]
    if (roles.length === 0) refuse('roles', texts.noRole)
    const link = await ask<UserLink>('/users', { method: 'POST', body: { name, email, roles }, key })
    await this.#users.reload()
    return { is: 'link', link }
  }

  /** Runs the action of the button that was pressed, whose name is in the form's data. */
  async #change(user: User, data: FormData, key: string): Promise<Request | void> {
    const action = data.get('do')
    if (action === 'sessions') {
      const { data: sessions } = await ask<{ readonly data: readonly OpenSession[] }>(
        `/users/${user.id}/sessions`,
      )
      return { is: 'sessions', user, sessions }
    }
    if (action === 'reset') {
      const link = await ask<UserLink>(`/users/${user.id}/reset`, { method: 'POST', key })
      await this.#users.reload()
      return { is: 'link', link }
    }
    if (action === 'remove') return this.#send(user, '', { method: 'DELETE', key }, texts.removed)
    const roles = data.getAll('role')
    if (roles.length === 0) refuse('roles', texts.noRole)
    await this.#send(user, '/roles', { method: 'POST', body: { roles }, key }, texts.changed)
  }

  async #send({ id }: User, path: string, question: Parameters<typeof ask>[1], said: string): Promise<void> {
    await ask(`/users/${id}${path}`, question)
    this.portal.announce(said)
    await this.#users.reload()
  }
}

customElements.define('portal-users-page', UsersPage)
