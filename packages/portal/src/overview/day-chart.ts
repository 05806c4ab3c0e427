import { html, LitElement, nothing, svg, type TemplateResult, unsafeCSS } from 'lit'

import { DESIGN } from '../design/design.ts'
import { OVERVIEW_TEXTS as texts } from '../texts/overview-texts.ts'
import { formatDate } from '../wording/format.ts'
import { axisOf } from './axis.ts'
import style from './day-chart.css?inline'

/** One bar: its parts are stacked, the first at the bottom. */
export interface Bar {
  /** The day, `2026-11-28`. */
  readonly key: string
  readonly parts: readonly { readonly kind: 'approved' | 'declined' | 'other'; readonly size: number }[]
  /** Its figures in words. */
  readonly figures: string
}

/** Widths of a bar and of its place, in units of the drawing. */
const PLACE = 10
const BAR = 8
const HEIGHT = 100

/** `<portal-day-chart>`: bars by day with an axis. Pointing at a bar shows its figures. */
export class DayChart extends LitElement {
  static override styles = [DESIGN, unsafeCSS(style)]
  static override properties = {
    bars: { attribute: false },
    format: { attribute: false },
    pointed: { state: true },
  }
  declare bars: readonly Bar[]
  /** Says a figure of the axis. */
  declare format: (figure: number) => string
  declare protected pointed: number | null

  constructor() {
    super()
    this.bars = []
    this.format = String
    this.pointed = null
  }

  protected override render(): TemplateResult {
    const lines = axisOf(Math.max(...this.bars.map(sizeOf), 0))
    const highest = lines.at(-1) ?? 1
    const shown = this.pointed === null ? undefined : this.bars[this.pointed]
    const middle = this.bars[Math.floor(this.bars.length / 2)]
    return html`<figure>
      <p class="pointed hint" aria-hidden="true">
        ${shown ? texts.ofDay(formatDate(shown.key), shown.figures) : texts.hover}
      </p>
      <div class="plot">
        <ol class="axis" aria-hidden="true">
          ${lines.toReversed().map((line) => html`<li>${this.format(line)}</li>`)}
        </ol>
        <svg
          class="bars"
          viewBox="0 0 ${this.bars.length * PLACE} ${HEIGHT}"
          preserveAspectRatio="none"
          role="img"
          aria-label=${texts.chart(this.bars.length, this.format(Math.max(...this.bars.map(sizeOf), 0)))}
          @pointerleave=${() => (this.pointed = null)}
        >
          ${lines.map((line) => {
            const y = HEIGHT - (HEIGHT * line) / highest
            return svg`<line x1="0" x2=${this.bars.length * PLACE} y1=${y} y2=${y}></line>`
          })}
          ${this.bars.map((bar, index) => this.#bar(bar, index, highest))}
        </svg>
      </div>
      <div class="days hint" aria-hidden="true">
        <span>${formatDate(this.bars[0]?.key ?? '')}</span>
        ${middle ? html`<span>${formatDate(middle.key)}</span>` : nothing}
        <span>${formatDate(this.bars.at(-1)?.key ?? '')}</span>
      </div>
    </figure>`
  }

  #bar({ parts }: Bar, index: number, highest: number): TemplateResult {
    let top = HEIGHT
    return svg`<g class=${index === this.pointed ? 'pointed' : nothing} @pointerenter=${() => (this.pointed = index)}>
      <rect class="place" x=${index * PLACE} y="0" width=${PLACE} height=${HEIGHT}></rect>
      ${parts.map(({ kind, size }) => {
        const height = (HEIGHT * size) / highest
        top -= height
        return svg`<rect class=${kind} x=${index * PLACE + (PLACE - BAR) / 2} y=${top} width=${BAR} height=${height}></rect>`
      })}
    </g>`
  }
}

function sizeOf({ parts }: Bar): number {
  return parts.reduce((sum, { size }) => sum + size, 0)
}

customElements.define('portal-day-chart', DayChart)
