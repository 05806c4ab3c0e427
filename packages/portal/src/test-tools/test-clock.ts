import type { ClockReading } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/time.ts'
import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PartElement } from '../app/portal-element.ts'
import { field } from '../design/field.ts'
import { TEST_TOOLS_TEXTS as texts } from '../texts/test-tools-texts.ts'

const PATH = '/simulators/clock'

/** The steps that tests need, by the deadlines that they reach. */
const STEPS_SECONDS = [60, 3_601, 86_400, 604_800] as const

/** `<portal-test-clock>`: what time it is in the sandbox, and a form that advances it. */
export class TestClock extends PartElement {
  readonly #reading = new Loader(this, (signal) => ask<ClockReading>(PATH, { signal }))
  readonly #advance = new Action(this)

  protected override render(): TemplateResult {
    const { reason, isBusy } = this.#advance
    return html`<section aria-labelledby="clock">
      <h2 id="clock">${texts.clock}</h2>
      ${this.#reading.render(({ now }) => html`<p>${texts.clockSays} <portal-time at=${now}></portal-time></p>`)}
      <form
        @submit=${(event: SubmitEvent) => void this.#submit(event)}
        @change=${() => this.#advance.change()}
      >
        ${field({
          id: 'advance',
          label: texts.advanceBy,
          hint: texts.clockHint,
          control: ({ id, describedBy }) =>
            html`<select id=${id} name="seconds" aria-describedby=${describedBy}>
              ${STEPS_SECONDS.map(
                (seconds) => html`<option value=${seconds}>${texts.duration(seconds)}</option>`,
              )}
            </select>`,
        })}
        ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
        <p class="buttons"><button aria-busy=${isBusy ? 'true' : 'false'}>${texts.advance}</button></p>
      </form>
    </section>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const seconds = Number(new FormData(event.currentTarget as HTMLFormElement).get('seconds'))
    await this.#advance.run(async (key) => {
      const body = { advance_seconds: seconds }
      const { due } = await ask<ClockReading>(PATH, { method: 'POST', body, key })
      this.portal.announce(texts.advanced(seconds, due))
      // The header says how far the clock is ahead.
      await Promise.all([this.#reading.reload(), this.portal.renew()])
    })
  }
}

customElements.define('portal-test-clock', TestClock)
