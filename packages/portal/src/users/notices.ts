import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Frame } from '../app/page.ts'
import type { Session } from '../app/session.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { formatMoment } from '../wording/format.ts'

const { notices: texts, waits } = PEOPLE_TEXTS

/** A change, as the gateway says it. */
interface Notice {
  readonly id: string
  readonly kind: string
  readonly user_id: string
  readonly about: string
  /** Null for the operator of the service. */
  readonly done_by: string | null
  readonly at: string
}

/** Changes to the owners of the merchant and to where its events are sent, which a person sees above every page until they are acknowledged. */
export class Notices {
  readonly #frame: Pick<Frame, 'redraw' | 'say' | 'explain'>
  #notices: readonly Notice[] = []
  #reason = ''

  constructor(frame: Pick<Frame, 'redraw' | 'say' | 'explain'>) {
    this.#frame = frame
  }

  /** Loads them before the page is shown: a notice that came later would move what is under the pointer. */
  async load({ actions }: Session): Promise<void> {
    if (!actions.includes('listNotices')) {
      this.#notices = []
      return
    }
    const { data } = await ask<{ readonly data: readonly Notice[] }>('/notices')
    this.#notices = data
  }

  view(session: Session): TemplateResult | typeof nothing {
    if (this.#notices.length === 0) return nothing
    return html`<section class="notices" aria-labelledby="notices-title">
      <h2 id="notices-title">${texts.title}</h2>
      <ul>
        ${this.#notices.map((notice) => this.#item(notice, session))}
      </ul>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      <p class="buttons">
        <button type="button" class="main" @click=${() => void this.#acknowledge(session)}>
          ${texts.acknowledge}
        </button>
        ${session.actions.includes('listUsers') ? html`<a class="choice" href="/users">${texts.people}</a>` : nothing}
      </p>
    </section>`
  }

  #item(notice: Notice, { user }: Session): TemplateResult {
    const { kind, about, done_by: by, at, user_id: userId } = notice
    const say = kind in texts.kinds ? texts.kinds[kind as keyof typeof texts.kinds] : texts.other
    const isOwnReset = kind === 'OWNER_RESET' && userId === user.id
    return html`<li>
      ${say(about, by ?? PEOPLE_TEXTS.operator)} <span class="below">${formatMoment(at)}</span>
      ${
        isOwnReset
          ? html`<button type="button" @click=${() => void this.#cancel(userId)}>${waits.cancel}</button>`
          : nothing
      }
    </li>`
  }

  async #acknowledge(session: Session): Promise<void> {
    const ids = this.#notices.map(({ id }) => id)
    await this.#do(texts.acknowledged, async () => {
      await ask('/notices/acknowledge', { method: 'POST', body: { ids }, key: crypto.randomUUID() })
      // There may be more than were shown.
      await this.load(session)
    })
  }

  async #cancel(userId: string): Promise<void> {
    await this.#do(waits.canceled, () =>
      ask(`/users/${userId}/cancel`, { method: 'POST', key: crypto.randomUUID() }),
    )
  }

  async #do(done: string, deed: () => Promise<unknown>): Promise<void> {
    this.#reason = ''
    try {
      await deed()
      this.#frame.say(done)
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }
}
