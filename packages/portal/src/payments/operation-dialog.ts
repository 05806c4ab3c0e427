import type { Transaction } from '@sluice/types'
import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { PortalElement } from '../app/portal-element.ts'
import { field } from '../design/field.ts'
import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { notAnAmount } from '../wording/not-an-amount.ts'
import { stateLabel, statusLabel, typeLabel } from '../wording/status-mark.ts'
import type { Operation } from './operations.ts'
import { readAmount } from './read-amount.ts'

interface Request {
  readonly payment: Transaction
  readonly operation: Operation
}

/**
 * `<portal-operation-dialog>`: asks for the amount of a capture, refund or void, says what will happen, and sends the
 * request once. Fires `operation-done` afterwards.
 */
export class OperationDialog extends PortalElement {
  static override properties = { typed: { state: true } }
  declare protected typed: string

  constructor() {
    super()
    this.typed = ''
  }

  get #dialog(): ConfirmDialog<Request> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  open(payment: Transaction, operation: Operation): void {
    this.typed = isCurrency(payment.currency) ? fromMinorUnits(operation.maxMinor, payment.currency) : ''
    void this.#dialog?.open({ payment, operation })
  }

  protected override render(): TemplateResult {
    return html`<portal-confirm-dialog
      id="operation"
      .content=${(request: Request) => this.#content(request)}
    ></portal-confirm-dialog>`
  }

  #content({ payment, operation }: Request): DialogContent<Request> {
    const { currency } = payment
    const { type, maxMinor, isWhole } = operation
    const amountMinor = isWhole ? maxMinor : readAmount(this.typed, currency)
    const problem = amountProblem(amountMinor, maxMinor, currency)
    return {
      heading: texts.operationTitles[type],
      body: html`${isWhole ? html`<p>${texts.whole(formatAmount(maxMinor, currency))}</p>` : this.#amount(payment, operation, problem)}
      ${type === 'CAPTURE' ? renderRest(operation) : nothing}`,
      confirm: {
        label: texts.confirm[type](problem === null ? formatAmount(amountMinor ?? 0, currency) : ''),
        isDisabled: problem !== null,
        send: async (data, key) => {
          const isFinal = operation.isOnce === true || data.has('final')
          this.portal.announce(
            describeResult(await send({ payment, operation, amountMinor: amountMinor ?? 0, isFinal }, key)),
          )
          this.dispatchEvent(new Event('operation-done'))
        },
      },
    }
  }

  #amount({ currency }: Transaction, { maxMinor }: Operation, problem: string | null): TemplateResult {
    return field({
      id: 'amount',
      label: texts.amount(currency),
      hint: texts.atMost(formatAmount(maxMinor, currency)),
      problem,
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          inputmode="decimal"
          autocomplete="off"
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
          .value=${this.typed}
          @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)}
        />`,
    })
  }
}

function send(
  {
    payment,
    operation,
    amountMinor,
    isFinal,
  }: Request & { readonly amountMinor: number; readonly isFinal: boolean },
  key: string,
): Promise<Transaction> {
  const { terminal_id, reference, currency } = payment
  const body = {
    terminal_id,
    reference,
    currency,
    amount: amountMinor,
    transaction_type: operation.type,
    parent_transaction_id: operation.parentId,
    ...(operation.type === 'CAPTURE' ? { options: { final_capture: isFinal } } : {}),
  }
  return ask<Transaction>('/api/transactions/manage', { method: 'POST', body, key })
}

function amountProblem(amountMinor: number | null, maxMinor: number, currency: string): string | null {
  if (amountMinor === null || amountMinor === 0) return notAnAmount(currency)
  return amountMinor > maxMinor ? texts.tooMuch(formatAmount(maxMinor, currency)) : null
}

function describeResult({ transaction_type: type, status, response_message: message }: Transaction): string {
  if (status === 'APPROVED') return texts.approved(stateLabel(type, status))
  const [said, ended] = [typeLabel(type), statusLabel(status)]
  return message === null ? texts.done(said, ended) : texts.doneBecause(said, ended, message)
}

/** Renders the choice about the rest of an authorization, or a hint that a provider that captures once releases it. */
function renderRest({ isOnce = false }: Operation): TemplateResult {
  return isOnce
    ? html`<p class="hint">${texts.capturesOnce}</p>`
    : html`<label class="check"><input type="checkbox" name="final" checked />${texts.finalCapture}</label>`
}

customElements.define('portal-operation-dialog', OperationDialog)
