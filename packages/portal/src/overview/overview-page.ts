import { processingCode } from '@sluice/types/vocabulary'
import { html, nothing, svg, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { toAddress } from '../payments/filters.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { sayMethodType } from '../wording/say-method-type.ts'
import { addUpCodes, addUpDays, addUpMethods, approvalRate, type Counts, type Row, total } from './add-up.ts'

const { overview: texts } = TEXTS

/** How payments of the last weeks ended: by day, by method, and why they were not approved. */
export class OverviewPage implements Page {
  readonly title = TEXTS.pages.overview
  readonly section = TEXTS.pages.overview
  readonly #counts: Loading<Counts>

  constructor(frame: Frame) {
    this.#counts = new Loading(frame, (signal) => ask('/transaction-counts', { signal }))
  }

  leave(): void {
    this.#counts.stop()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      ${this.#counts.view(show)}`
  }
}

function show(counts: Counts): TemplateResult {
  const [days, methods, codes] = [addUpDays(counts), addUpMethods(counts), addUpCodes(counts)]
  if (methods.length === 0) return html`<p class="notice">${texts.empty}</p>`
  return html`
    ${
      counts.counted_since === null
        ? nothing
        : html`<p class="notice">${texts.countedSince(formatMoment(counts.counted_since))}</p>`
    }
    <section aria-labelledby="by-day">
      <h2 id="by-day">${texts.byDay}</h2>
      ${chart(days)}
      <details>
        <summary>${texts.asTable}</summary>
        ${rowsTable(texts.byDay, texts.day, days.toReversed(), (day) => day)}
      </details>
    </section>
    <div class="halves">
      <section aria-labelledby="by-method">
        <h2 id="by-method">${texts.byMethod}</h2>
        ${rowsTable(texts.byMethod, texts.method, methods, sayMethodType)}
      </section>
      <section aria-labelledby="by-code">
        <h2 id="by-code">${texts.byCode}</h2>
        ${codes.length === 0 ? html`<p>${texts.noneRefused}</p>` : codesTable(codes)}
      </section>
    </div>
  `
}

/** Stacked bars: approved below, declined and others above. The table has the same figures. */
function chart(days: readonly Row[]): TemplateResult {
  const most = Math.max(1, ...days.map(total))
  const bar = (day: Row, index: number) => {
    let top = 100
    return (['approved', 'declined', 'other'] as const).map((kind) => {
      const height = (100 * day[kind]) / most
      top -= height
      return svg`<rect class=${kind} x=${index * 10 + 1} y=${top} width="8" height=${height}></rect>`
    })
  }
  return html`<figure>
    <svg
      class="bars"
      viewBox="0 0 ${days.length * 10} 100"
      preserveAspectRatio="none"
      role="img"
      aria-label=${texts.chart(days.length, most)}
    >
      ${days.map(bar)}
    </svg>
    <figcaption class="between hint">
      <span>${days[0]?.key}</span>
      <span class="legend">
        <span><i class="approved"></i>${texts.approved}</span>
        <span><i class="declined"></i>${texts.declined}</span>
        <span><i class="other"></i>${texts.other}</span>
      </span>
      <span>${days.at(-1)?.key}</span>
    </figcaption>
  </figure>`
}

function rowsTable(
  caption: string,
  head: string,
  rows: readonly Row[],
  say: (key: string) => string,
): TemplateResult {
  return html`<table>
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${head}</th>
        <th scope="col" class="number">${texts.approved}</th>
        <th scope="col" class="number wide">${texts.declined}</th>
        <th scope="col" class="number wide">${texts.other}</th>
        <th scope="col" class="number">${texts.rate}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => {
        const rate = approvalRate(row)
        return html`<tr>
          <th scope="row">${say(row.key)}</th>
          <td class="number">${row.approved}</td>
          <td class="number wide">${row.declined}</td>
          <td class="number wide">${row.other}</td>
          <td class="number">${rate === null ? TEXTS.none : `${rate.toFixed(1)} %`}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

function codesTable(codes: ReturnType<typeof addUpCodes>): TemplateResult {
  return html`<table>
      <caption class="unseen">
        ${texts.byCode}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.reason}</th>
          <th scope="col" class="number">${texts.payments}</th>
        </tr>
      </thead>
      <tbody>
        ${codes.map(
          ({ code, count }) =>
            html`<tr>
              <th scope="row">${processingCode(code)?.message ?? code} <span class="below">${code}</span></th>
              <td class="number">${count}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p><a href=${toAddress({ status: 'DECLINED' })}>${texts.showDeclined}</a></p>`
}
