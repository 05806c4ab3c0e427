import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { changeOf } from '../app/sign-in-view.ts'
import { SESSION_TEXTS as texts } from '../texts/session-texts.ts'
import { type OpenSession, sessionsTable } from './sessions-table.ts'

/** Where the person is signed in, and the way to end it. */
export class SessionsPage implements Page {
  readonly title = texts.title
  readonly section = ''
  readonly #frame: Frame
  readonly #sessions: Loading<{ readonly data: readonly OpenSession[] }>
  #reason = ''

  constructor(frame: Frame) {
    this.#frame = frame
    this.#sessions = new Loading(frame, (signal) => ask('/sessions', { signal }))
  }

  leave(): void {
    this.#sessions.stop()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      ${this.#sessions.view(({ data }) => this.#list(data))}
      ${this.#frame.session.user.email === null ? nothing : yourSignIn()}`
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

  async #end(path: string, done: string): Promise<void> {
    this.#reason = ''
    try {
      await ask(path, { method: 'DELETE', key: crypto.randomUUID() })
      await this.#sessions.start()
      this.#frame.say(done)
    } catch (error) {
      this.#reason = this.#frame.explain(error)
      this.#frame.redraw()
    }
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
