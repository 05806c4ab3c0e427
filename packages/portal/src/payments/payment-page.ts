import type { Timeline, Transaction, TransactionEvent, TransactionRecordList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { createdAt } from '../wording/created-at.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { sayType, statusMark } from '../wording/status-mark.ts'
import { COPY_FORMS, copyAs, type CopyForm, operationOf, readingOf } from './copy-as.ts'
import { OperationDialog } from './operation-dialog.ts'
import { listOperations } from './operations.ts'
import { sayMethod } from './payments-table.ts'
import { recordsView } from './records-view.ts'
import { timelineView } from './timeline-view.ts'
import { why } from './why.ts'

const { payment: texts } = TEXTS

/** Receivers answer an event shortly after it, and no event tells of that: time for most of them. */
const LOOK_AGAIN_MS = 3_000

const COPY_TEXTS: Readonly<Record<CopyForm, string>> = {
  curl: texts.copyAsCurl,
  sdk: texts.copyAsSdk,
  test: texts.copyAsTest,
}

interface Found {
  readonly payment: Transaction
  readonly timeline: Timeline
  readonly records: TransactionRecordList
}

/** One payment: how it ended and why, what can be done, and everything that happened to it. */
export class PaymentPage implements Page {
  readonly title = TEXTS.pages.payment
  readonly section = TEXTS.pages.payments
  readonly #frame: Frame
  readonly #found: Loading<Found>
  readonly #dialog: OperationDialog
  readonly #id: string
  #again: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(frame: Frame, id: string) {
    this.#frame = frame
    this.#id = id
    const path = `/api/transactions/${encodeURIComponent(id)}`
    this.#found = new Loading(frame, async (signal) => {
      // What a person opens is a deed; what the page then looks for is none.
      const question = { signal, isWatch: (this.#asked += 1) > 1 }
      const [{ transaction }, timeline, records] = await Promise.all([
        ask<{ readonly transaction: Transaction }>(`${path}/status`, question),
        ask<Timeline>(`${path}/timeline`, question),
        ask<TransactionRecordList>(`${path}/records`, question),
      ])
      return { payment: transaction, timeline, records }
    })
    this.#dialog = new OperationDialog(frame, () => void this.#found.start())
  }

  /** What happens to the payment, or to one of its captures, refunds and voids. */
  hear({ payload: { id, parent_id: parent } }: TransactionEvent): void {
    if (id !== this.#id && parent !== this.#id) return
    void this.#found.start()
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#found.start(), LOOK_AGAIN_MS)
  }

  leave(): void {
    clearTimeout(this.#again)
    this.#found.stop()
  }

  view(): TemplateResult {
    return html`<p><a href="/payments">${texts.back}</a></p>
      ${this.#found.view((found) => this.#payment(found))} ${this.#dialog.view()}`
  }

  #payment({ payment, timeline, records }: Found): TemplateResult {
    const operations = this.#frame.may('manage') ? listOperations(payment, timeline, new Date()) : []
    return html`
      <div class="between">
        <h1 tabindex="-1">
          ${formatAmount(payment.amount, payment.currency)} ${statusMark(payment.status)}
          <span class="below">${sayType(payment.transaction_type)} · ${payment.reference}</span>
        </h1>
        <div class="buttons">
          ${operations.map(
            (operation) =>
              html`<button type="button" @click=${() => this.#dialog.open(payment, operation)}>
                ${texts.operations[operation.type]}
              </button>`,
          )}
        </div>
      </div>
      ${why(payment)}
      <div class="columns">
        ${timelineView(timeline)}
        <div>
          ${recordsView(records)} ${this.#details(payment)} ${money(payment)} ${this.#copies(payment)}
        </div>
      </div>
    `
  }

  #details(payment: Transaction): TemplateResult {
    const { id, customer, terminal_id: terminal, processing_result: result, description, data } = payment
    const at = createdAt(id)
    const members: readonly (readonly [string, string | null | undefined | TemplateResult])[] = [
      [texts.members.id, html`<code>${id}</code>`],
      [texts.members.created, html`<time datetime=${at.toISOString()}>${formatMoment(at)}</time>`],
      [texts.members.method, sayMethod(payment)],
      [texts.members.customer, customer.email],
      [texts.members.description, description],
      [texts.members.terminal, terminal],
      [texts.members.provider, result.payment_provider_id],
      [texts.members.approval, result.approval_code],
      [texts.related, data?.parent_id && html`<a href="/payments/${data.parent_id}">${data.parent_id}</a>`],
    ]
    return html`<section aria-labelledby="details">
      <h2 id="details">${texts.details}</h2>
      <dl class="pairs">
        ${members.map(([name, value]) =>
          value
            ? html`<dt>${name}</dt>
                <dd>${value}</dd>`
            : nothing,
        )}
      </dl>
    </section>`
  }

  #copies(payment: Transaction): TemplateResult {
    const call = operationOf(payment) ?? readingOf(payment)
    return html`<section aria-labelledby="copies">
      <h2 id="copies">${texts.copyAs}</h2>
      <p class="buttons">
        ${COPY_FORMS.map((form) =>
          copyButton(copyAs(form, call), COPY_TEXTS[form], (message) => this.#frame.say(message)),
        )}
      </p>
    </section>`
  }
}

function money({ data, currency }: Transaction): TemplateResult | typeof nothing {
  const sums = data?.operations
  if (sums === undefined) return nothing
  const names = Object.keys(texts.sums) as (keyof typeof texts.sums)[]
  const ofRecords = Object.keys(texts.recordSums) as (keyof typeof texts.recordSums)[]
  return html`<section aria-labelledby="money">
    <h2 id="money">${texts.money}</h2>
    <dl class="pairs">
      ${names.map((name) => pair(texts.sums[name], sums[name], currency))}
      ${ofRecords.map((name) => pair(texts.recordSums[name], sums[name] || undefined, currency))}
      ${sums.capture_before === undefined ? nothing : moment(texts.captureBefore, new Date(sums.capture_before))}
    </dl>
  </section>`
}

function moment(name: string, at: Date): TemplateResult {
  return html`<dt>${name}</dt>
    <dd><time datetime=${at.toISOString()}>${formatMoment(at)}</time></dd>`
}

/** Shows a sum by its name; nothing without one. */
function pair(name: string, sum: number | undefined, currency: string): TemplateResult | typeof nothing {
  return sum === undefined
    ? nothing
    : html`<dt>${name}</dt>
        <dd class="number">${formatAmount(sum, currency)}</dd>`
}
