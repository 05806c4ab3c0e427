import { html, LitElement, type TemplateResult } from 'lit'

import { formatMoment } from '../wording/format.ts'
import { relativeTime } from '../wording/relative-time.ts'

const MINUTE_MS = 60_000

/** `<portal-time>`: a moment in the time of the browser; with `relative`, how long ago it was, and the moment as its title. */
export class TimeElement extends LitElement {
  static override properties = { at: {}, relative: { type: Boolean } }
  declare at: string
  declare relative: boolean
  #timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.at = ''
    this.relative = false
  }

  protected override createRenderRoot(): this {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.relative) this.#timer = setInterval(() => this.requestUpdate(), MINUTE_MS)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#timer)
  }

  protected override render(): TemplateResult {
    const moment = formatMoment(this.at)
    const text = this.relative ? (relativeTime(new Date(this.at), new Date()) ?? moment) : moment
    return html`<time datetime=${this.at} title=${moment}>${text}</time>`
  }
}

customElements.define('portal-time', TimeElement)
