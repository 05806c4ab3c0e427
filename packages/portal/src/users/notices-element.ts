import { css, html, nothing, type TemplateResult } from 'lit'

import '../design/time.ts'
import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { PortalElement } from '../app/portal-element.ts'
import { DESIGN } from '../design/design.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { findNotices, type Notice } from './notices.ts'

const { notices: texts, waits } = PEOPLE_TEXTS

/** `<portal-notices>`: notices that a person sees above every page until they are acknowledged. */
export class NoticesElement extends PortalElement {
  static override styles = [
    DESIGN,
    css`
      :host {
        display: block;
      }
    `,
  ]
  static override properties = { notices: { attribute: false } }
  declare notices: readonly Notice[]
  readonly #acknowledging = new Action(this)
  readonly #canceling = new Action(this)

  protected override render(): TemplateResult | typeof nothing {
    if (this.notices.length === 0) return nothing
    const reason = this.#acknowledging.reason || this.#canceling.reason
    return html`<section class="notices" aria-labelledby="notices-title">
      <h2 id="notices-title">${texts.title}</h2>
      <ul>
        ${this.notices.map((notice) => this.#item(notice))}
      </ul>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      <p class="buttons">
        <button type="button" class="main" @click=${() => void this.#acknowledge()}>
          ${texts.acknowledge}
        </button>
        ${this.portal.may('listUsers') ? html`<a class="choice" href="/users">${texts.people}</a>` : nothing}
      </p>
    </section>`
  }

  #item({ kind, about, done_by: by, at, user_id: userId }: Notice): TemplateResult {
    const describe = kind in texts.kinds ? texts.kinds[kind as keyof typeof texts.kinds] : texts.other
    const isOwnReset = kind === 'OWNER_RESET' && userId === this.portal.session.user.id
    return html`<li>
      ${describe(about, by ?? PEOPLE_TEXTS.operator)}
      <span class="below"><portal-time at=${at}></portal-time></span>
      ${
        isOwnReset
          ? html`<button type="button" @click=${() => void this.#cancel(userId)}>${waits.cancel}</button>`
          : nothing
      }
    </li>`
  }

  async #acknowledge(): Promise<void> {
    await this.#acknowledging.run(async (key) => {
      const body = { ids: this.notices.map(({ id }) => id) }
      await ask('/notices/acknowledge', { method: 'POST', body, key })
      this.portal.announce(texts.acknowledged)
      // There may be more than were shown.
      this.notices = await findNotices()
    })
  }

  async #cancel(userId: string): Promise<void> {
    await this.#canceling.run(async (key) => {
      await ask(`/users/${userId}/cancel`, { method: 'POST', key })
      this.portal.announce(waits.canceled)
    })
  }
}

customElements.define('portal-notices', NoticesElement)
