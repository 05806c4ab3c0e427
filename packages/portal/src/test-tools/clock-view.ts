import type { ClockReading } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'

const { testTools: texts } = TEXTS

const PATH = '/simulators/clock'

/** The steps that tests want, by the deadlines that they reach. */
const STEPS_SECONDS = [60, 3_601, 86_400, 604_800] as const

/** The test clock: what time it is in the sandbox, and moving it. */
export class ClockView {
  readonly #frame: Frame
  readonly #reading: Loading<ClockReading>
  #isBusy = false
  /** The same for each try of one wish. */
  #key = crypto.randomUUID() as string

  constructor(frame: Frame) {
    this.#frame = frame
    this.#reading = new Loading(frame, (signal) => ask(PATH, { signal }))
  }

  stop(): void {
    this.#reading.stop()
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="clock">
      <h2 id="clock">${texts.clock}</h2>
      ${this.#reading.view(
        ({ now }) => html`<p>${texts.clockSays} <time datetime=${now}>${formatMoment(now)}</time></p>`,
      )}
      <p class="hint" id="clock-hint">${texts.clockHint}</p>
      <form @submit=${(event: SubmitEvent) => void this.#submit(event)}>
        <label for="advance">${texts.advanceBy}</label>
        <select id="advance" name="seconds" aria-describedby="clock-hint">
          ${STEPS_SECONDS.map((seconds) => html`<option value=${seconds}>${texts.duration(seconds)}</option>`)}
        </select>
        <p class="buttons"><button ?disabled=${this.#isBusy}>${texts.advance}</button></p>
      </form>
    </section>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const seconds = Number(new FormData(event.currentTarget as HTMLFormElement).get('seconds'))
    this.#isBusy = true
    this.#frame.redraw()
    try {
      const { due } = await ask<ClockReading>(PATH, {
        method: 'POST',
        body: { advance_seconds: seconds },
        key: this.#key,
      })
      this.#key = crypto.randomUUID()
      await Promise.all([this.#reading.start(), this.#frame.renew()])
      this.#frame.say(texts.advanced(seconds, due))
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
    this.#isBusy = false
    this.#frame.redraw()
  }
}
