import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { sayWord } from './format.ts'

const TONES: Readonly<Record<string, 'good' | 'bad' | 'open'>> = {
  APPROVED: 'good',
  DECLINED: 'bad',
  INVALID: 'bad',
  PENDING: 'open',
  CREATED: 'open',
}

/** Returns a status as a word; its colour repeats the word. */
export function statusMark(status: string): TemplateResult {
  return html`<span class="mark ${TONES[status] ?? 'ended'}">${sayStatus(status)}</span>`
}

export function sayStatus(status: string): string {
  return (TEXTS.statuses as Readonly<Record<string, string>>)[status] ?? sayWord(status)
}

export function sayType(type: string): string {
  return (TEXTS.types as Readonly<Record<string, string>>)[type] ?? sayWord(type)
}
