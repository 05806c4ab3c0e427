import { processingCode } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { toAddress } from '../payments/filters.ts'
import { OVERVIEW_TEXTS as texts } from '../texts/overview-texts.ts'
import { formatAmount, formatDate, formatMoment } from '../wording/format.ts'
import { methodTypeName } from '../wording/method-type-name.ts'
import {
  addUpAll,
  addUpCodes,
  addUpDays,
  addUpMethods,
  addUpMoney,
  addUpVolumes,
  approvalRate,
  type Counts,
  type Money,
  type Period,
  PERIODS,
  type Row,
  selectPeriod,
  type Sums,
  total,
} from './add-up.ts'
import './day-chart.ts'
import type { Bar } from './day-chart.ts'
import './first-steps.ts'
import style from './overview.css?inline'

const KINDS = ['approved', 'declined', 'other'] as const

/** The choice to show the number of payments in the chart, in place of the volume of a currency. */
const COUNT = 'count'

/** `<portal-overview-page>`: what payments of a period moved, how they ended, and why some failed. */
export class OverviewPage extends PageElement {
  static override styles = [PageElement.styles, unsafeCSS(style)]
  static override properties = { period: { state: true }, shown: { state: true } }
  declare protected period: Period
  /** A currency, or {@link COUNT}. */
  declare protected shown: string
  readonly #counts = new Loader(this, (signal) => ask<Counts>('/transaction-counts', { signal }))

  constructor() {
    super()
    this.period = 'month'
    this.shown = COUNT
  }

  protected override render(): TemplateResult {
    return html`<div class="heading">
        <h1 tabindex="-1">${texts.title}</h1>
        ${choices(
          'period',
          texts.period,
          PERIODS,
          this.period,
          (period) => texts.periods[period],
          (period) => (this.period = period),
        )}
      </div>
      ${this.portal.session.environment === 'test' ? html`<portal-first-steps></portal-first-steps>` : nothing}
      ${this.#counts.render((counts) => this.#period(selectPeriod(counts, this.period)))}`
  }

  #period(counts: Counts): TemplateResult {
    const methods = addUpMethods(counts)
    if (methods.length === 0)
      return html`<portal-empty-state
        .heading=${texts.emptyHeading}
        .text=${texts.empty}
      ></portal-empty-state>`
    const money = addUpMoney(counts)
    return html`
      ${isIncomplete(counts) ? html`<p class="notice">${texts.countedSince(formatMoment(counts.counted_since ?? ''))}</p>` : nothing}
      ${figures(addUpAll(counts), money)} ${this.#days(counts, money)}
      <div class="halves">
        <section aria-labelledby="by-method">
          <h2 id="by-method">${texts.byMethod}</h2>
          ${rowsTable(texts.byMethod, texts.method, methods, methodTypeName)}
        </section>
        ${codesSection(addUpCodes(counts))}
      </div>
    `
  }

  #days(counts: Counts, money: readonly Money[]): TemplateResult {
    const days = addUpDays(counts)
    // A period may lack the currency that was chosen in another one.
    const shown = money.some(({ currency }) => currency === this.shown) ? this.shown : COUNT
    const labelOf = (one: string) => (one === COUNT ? texts.shownCount : texts.shownVolume(one))
    const isCount = shown === COUNT
    return html`<section aria-labelledby="by-day">
      <div class="heading">
        <h2 id="by-day">${texts.byDay} <span class="hint">${texts.utc}</span></h2>
        ${choices('shown', texts.show, [COUNT, ...money.map(({ currency }) => currency)], shown, labelOf, (one) => (this.shown = one))}
      </div>
      <div class="columns">
        <div>
          <portal-day-chart
            .bars=${isCount ? days.map(barOfCounts) : addUpVolumes(counts, shown).map((day) => barOfVolume(day, shown))}
            .format=${isCount ? String : (figure: number) => formatAmount(figure, shown)}
          ></portal-day-chart>
          ${isCount ? legend() : nothing}
        </div>
        <div class="day-table" tabindex="0" role="region" aria-label=${texts.byDay}>
          ${rowsTable(texts.byDay, texts.day, days.toReversed(), formatDate)}
        </div>
      </div>
    </section>`
  }
}

/** Returns whether the first days of the period are missing: the gateway counts only the newest of very many payments. */
function isIncomplete({ counted_since: from, since }: Counts): boolean {
  return from !== null && from > since
}

function figures(sums: Sums, money: readonly Money[]): TemplateResult {
  const rate = approvalRate(sums)
  const amounts = (member: 'volume' | 'net') =>
    money.map((one) => html`<dd>${formatAmount(one[member], one.currency)}</dd>`)
  const hint = (text: string) => html`<dd class="below">${text}</dd>`
  return html`<dl class="figures" aria-label=${texts.figures}>
    <div>
      <dt>${texts.volume}</dt>
      ${amounts('volume')} ${hint(texts.volumeHint)}
    </div>
    <div>
      <dt>${texts.net}</dt>
      ${amounts('net')} ${hint(texts.netHint)}
    </div>
    <div>
      <dt>${texts.rate}</dt>
      <dd>${rate === null ? texts.noRate : formatRate(rate)}</dd>
      ${hint(texts.rateHint)}
    </div>
    <div>
      <dt>${texts.payments}</dt>
      <dd>${total(sums)}</dd>
      ${hint(texts.paymentsHint(sums.approved, sums.declined, sums.other))}
    </div>
  </dl>`
}

/** One of several, as a row of radio buttons. */
function choices<Choice extends string>(
  name: string,
  label: string,
  all: readonly Choice[],
  chosen: Choice,
  labelOf: (choice: Choice) => string,
  choose: (choice: Choice) => void,
): TemplateResult {
  return html`<fieldset class="periods">
    <legend class="unseen">${label}</legend>
    ${all.map(
      (one) =>
        html`<label>
          <input
            type="radio"
            name=${name}
            .checked=${one === chosen}
            @change=${() => choose(one)}
          />${labelOf(one)}
        </label>`,
    )}
  </fieldset>`
}

function barOfCounts(day: Row): Bar {
  return {
    key: day.key,
    parts: KINDS.map((kind) => ({ kind, size: day[kind] })),
    figures: texts.paymentsHint(day.approved, day.declined, day.other),
  }
}

function barOfVolume(
  { key, volume }: { readonly key: string; readonly volume: number },
  currency: string,
): Bar {
  return { key, parts: [{ kind: 'approved', size: volume }], figures: formatAmount(volume, currency) }
}

function legend(): TemplateResult {
  return html`<p class="legend">
    ${KINDS.map((kind) => html`<span><i class=${kind}></i>${texts[kind]}</span>`)}
  </p>`
}

function rowsTable(
  caption: string,
  heading: string,
  rows: readonly Row[],
  labelOf: (key: string) => string,
): TemplateResult {
  return dataTable({
    caption,
    rows,
    key: ({ key }) => key,
    columns: [
      { heading, cell: ({ key }) => labelOf(key) },
      ...KINDS.map((kind) => ({
        heading: texts[kind],
        cell: (row: Row) => String(row[kind]),
        style: kind === 'approved' ? ('number' as const) : ('number wide' as const),
      })),
      { heading: texts.rate, cell: (row) => formatRate(approvalRate(row)), style: 'number' },
    ],
  })
}

function codesSection(codes: ReturnType<typeof addUpCodes>): TemplateResult {
  return html`<section aria-labelledby="by-code">
    <h2 id="by-code">${texts.byCode}</h2>
    <p class="hint">${texts.byCodeHint}</p>
    ${
      codes.length === 0
        ? html`<p>${texts.noneFailed}</p>`
        : html`${dataTable({
              caption: texts.byCode,
              rows: codes,
              key: ({ code }) => code,
              columns: [
                {
                  heading: texts.reason,
                  cell: ({ code }) =>
                    html`${processingCode(code)?.message ?? code} <span class="below">${code}</span>`,
                },
                { heading: texts.payments, cell: ({ count }) => String(count), style: 'number' },
              ],
            })}
            <p><a href=${toAddress({ status: 'DECLINED' })}>${texts.showDeclined}</a></p>`
    }
  </section>`
}

function formatRate(rate: number | null): string {
  return rate === null ? '–' : `${rate.toFixed(1)} %`
}

customElements.define('portal-overview-page', OverviewPage)
