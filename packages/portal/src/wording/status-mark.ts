import type { TransactionStatus, TransactionType } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { formatWord } from './format.ts'
import { type Tone, TRANSACTION_TONES } from './tones.ts'

/** Returns a word in a tone; its colour says nothing that the word does not. */
export function mark(tone: Tone, word: string): TemplateResult {
  return html`<span class="mark ${tone}">${word}</span>`
}

/** Returns how a transaction stands, or a checkout, which is for a payment. */
export function statusMark(status: string, type = 'PURCHASE'): TemplateResult {
  return mark(statusTone(status, type), stateLabel(type, status))
}

/** Returns the tone of a transaction's status. A newer gateway may know further types and states. */
export function statusTone(status: string, type: string): Tone {
  const tones = TRANSACTION_TONES[type as TransactionType] ?? TRANSACTION_TONES.PURCHASE
  return tones[status as TransactionStatus] ?? 'ended'
}

/** Returns what has become of a transaction: an approved refund is "Refunded". */
export function stateLabel(type: string, status: string): string {
  const done = (TEXTS.outcomes as Readonly<Record<string, string>>)[type]
  return status === 'APPROVED' && done !== undefined ? done : statusLabel(status)
}

export function statusLabel(status: string): string {
  return (TEXTS.statuses as Readonly<Record<string, string>>)[status] ?? formatWord(status)
}

export function typeLabel(type: string): string {
  return (TEXTS.types as Readonly<Record<string, string>>)[type] ?? formatWord(type)
}
