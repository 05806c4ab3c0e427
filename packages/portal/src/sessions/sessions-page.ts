import { html, nothing, type TemplateResult } from 'lit'

import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { changeOf } from '../app/sign-in-addresses.ts'
import { SESSION_TEXTS as texts } from '../texts/session-texts.ts'
import { type OpenSession, sessionsTable } from './sessions-table.ts'

/** `<portal-sessions-page>`: where the person is signed in, and the way to end it. */
export class SessionsPage extends PageElement {
  readonly #sessions = new Loader(this, (signal) =>
    ask<{ readonly data: readonly OpenSession[] }>('/sessions', { signal }),
  )
  readonly #ending = new Action(this)

  protected override render(): TemplateResult {
    const { reason } = this.#ending
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      ${this.#sessions.render(({ data }) => this.#list(data))}
      ${this.portal.session.user.email === null ? nothing : yourSignIn()}`
  }

  #list(sessions: readonly OpenSession[]): TemplateResult {
    const end = ({ id }: OpenSession) => void this.#end(`/sessions/${id}`, texts.ended)
    return html`${sessionsTable(sessions, end)}
    ${
      sessions.length < 2
        ? nothing
        : html`<p class="buttons">
            <button type="button" @click=${() => this.#end('/sessions', texts.othersEnded)}>
              ${texts.endOthers}
            </button>
          </p>`
    }`
  }

  #end(path: string, said: string): Promise<boolean> {
    return this.#ending.run(async (key) => {
      await ask(path, { method: 'DELETE', key })
      await this.#sessions.reload()
      this.portal.announce(said)
    })
  }
}

/** The links to what a person can change. People who opened a link from the command line have no password, and get none. */
function yourSignIn(): TemplateResult {
  return html`<h2>${texts.yours}</h2>
    <p>${texts.changeAfterSignIn}</p>
    <p class="buttons">
      ${Object.entries(texts.changes).map(
        ([change, name]) => html`<a class="choice" href=${changeOf(change)}>${name}</a>`,
      )}
    </p>`
}

customElements.define('portal-sessions-page', SessionsPage)
