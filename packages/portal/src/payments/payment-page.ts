import type { Timeline, Transaction, TransactionEvent, TransactionRecordList } from '@sluice/types'
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { missingRecord } from '../app/missing-record.ts'
import { PageElement } from '../app/portal-element.ts'
import '../design/time.ts'
import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { createdAt } from '../wording/created-at.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { typeLabel } from '../wording/status-mark.ts'
import { COPY_FORMS, copyAs, type CopyForm, operationOf, readingOf } from './copy-as.ts'
import { signedAmount } from './money-state.ts'
import { moneyView } from './money-view.ts'
import type { OperationDialog } from './operation-dialog.ts'
import './operation-dialog.ts'
import { listOperations } from './operations.ts'
import style from './payment.css?inline'
import { paymentMark } from './payment-mark.ts'
import { describeMethod } from './payments-table.ts'
import { recordsView } from './records-view.ts'
import { requestedIn } from './requested.ts'
import { timelineView } from './timeline-view.ts'
import { why } from './why.ts'

/** Receivers answer an event shortly after it, and no event reports that, so most of them get this time. */
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
  /** The reason why the payment is pending. */
  readonly reason: string | undefined
}

/** `<portal-payment-page>`: one payment: how it ended and why, what can be done, and everything that happened to it. */
export class PaymentPage extends PageElement {
  static override styles = [PageElement.styles, unsafeCSS(style)]
  static override properties = { paymentId: { attribute: 'payment-id' } }
  declare paymentId: string
  readonly #found = new Loader(
    this,
    (signal, id) => this.#load(signal, id),
    () => [this.paymentId],
  )
  #loads = 0
  #again: ReturnType<typeof setTimeout> | undefined
  #stopListening: (() => void) | undefined

  constructor() {
    super()
    this.paymentId = ''
  }

  protected override firstUpdated(): void {
    this.#stopListening = this.portal.listen(({ payload }) => this.#hear(payload))
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopListening?.()
    clearTimeout(this.#again)
  }

  async #load(signal: AbortSignal, id: string): Promise<Found> {
    const path = `/api/transactions/${encodeURIComponent(id)}`
    // A page that a person opens keeps the session alive; its automatic requests do not.
    const question = { signal, isWatch: (this.#loads += 1) > 1 }
    const [{ transaction: payment }, timeline, records] = await Promise.all([
      ask<{ readonly transaction: Transaction }>(`${path}/status`, question),
      ask<Timeline>(`${path}/timeline`, question),
      ask<TransactionRecordList>(`${path}/records`, question),
    ])
    const reason = payment.status === 'PENDING' ? await findReason(payment.id, signal) : undefined
    return { payment, timeline, records, reason }
  }

  /** Reloads after an event of the payment, or of one of its captures, refunds and voids. */
  #hear({ id, parent_id: parent }: TransactionEvent['payload']): void {
    if (id !== this.paymentId && parent !== this.paymentId) return
    void this.#found.reload()
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#found.reload(), LOOK_AGAIN_MS)
  }

  get #dialog(): OperationDialog | null {
    return this.renderRoot.querySelector('portal-operation-dialog')
  }

  protected override render(): TemplateResult {
    return html`<p><a href="/payments">${texts.back}</a></p>
      ${this.#found.render(
        (found) => this.#payment(found),
        () => missingRecord(texts.unknown),
      )}
      <portal-operation-dialog @operation-done=${() => void this.#found.reload()}></portal-operation-dialog>`
  }

  #payment({ payment, timeline, records, reason }: Found): TemplateResult {
    const now = new Date()
    const operations = this.portal.may('manage') ? listOperations(payment, timeline, now) : []
    return html`
      <div class="between">
        <h1 tabindex="-1">
          ${formatAmount(signedAmount(payment), payment.currency)} ${paymentMark(payment)}
          <span class="below">
            ${typeLabel(payment.transaction_type)} · ${payment.reference} ·
            <portal-time .at=${createdAt(payment.id).toISOString()} relative></portal-time>
          </span>
        </h1>
        <div class="buttons">
          ${operations.map(
            (operation) =>
              html`<button type="button" @click=${() => this.#dialog?.open(payment, operation)}>
                ${texts.operations[operation.type]}
              </button>`,
          )}
        </div>
      </div>
      ${why(payment, timeline, reason)}
      <div class="columns">
        ${timelineView(timeline, payment.transaction_type, now)}
        <div>
          ${moneyView(payment)} ${recordsView(records)} ${details(payment, timeline)} ${this.#copies(payment)}
        </div>
      </div>
    `
  }

  #copies(payment: Transaction): TemplateResult {
    const call = operationOf(payment) ?? readingOf(payment)
    return html`<section aria-labelledby="copies">
      <h2 id="copies">${texts.copyAs}</h2>
      <p class="buttons">
        ${COPY_FORMS.map((form) =>
          copyButton(copyAs(form, call), COPY_TEXTS[form], (message) => this.portal.announce(message)),
        )}
      </p>
    </section>`
  }
}

/** The page is worth showing without it, too. */
async function findReason(id: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const question = { signal, isWatch: true }
    const { reasons } = await ask<{ readonly reasons: Readonly<Record<string, string>> }>(
      `/pending-reasons?ids=${id}`,
      question,
    )
    return reasons[id]
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

function details(payment: Transaction, timeline: Timeline): TemplateResult {
  const { challenge, exemption } = requestedIn(timeline)
  const { id, customer, terminal_id: terminal, processing_result: result, description, data } = payment
  const at = createdAt(id)
  const members: readonly (readonly [string, string | null | undefined | TemplateResult])[] = [
    [texts.members.id, html`<code>${id}</code>`],
    [texts.members.created, html`<time datetime=${at.toISOString()}>${formatMoment(at)}</time>`],
    [texts.members.method, describeMethod(payment)],
    [texts.members.installments, data?.installments?.count.toString()],
    [texts.members.customer, customer.email],
    [texts.members.description, description],
    [texts.members.terminal, terminal],
    [texts.members.provider, result.payment_provider_id],
    [texts.members.approval, result.approval_code],
    [texts.members.challenge, challenge],
    [texts.members.exemption, exemption],
    [
      texts.related,
      data?.parent_id && html`<a class="id" href="/payments/${data.parent_id}">${data.parent_id}</a>`,
    ],
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

customElements.define('portal-payment-page', PaymentPage)
