import { html, type TemplateResult } from 'lit'

import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'

/** A merchant, as the gateway describes it to its operator. */
export interface Merchant {
  readonly id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly sandbox_id: string | null
  readonly managed_by: 'FILE' | 'PORTAL'
  readonly terminals: number
  readonly created_at: string
}

/** The path of a merchant's resource, below `/portal`. */
export function merchantPath(id: string): string {
  return `/operator/merchants/${encodeURIComponent(id)}`
}

export function merchantMark({ status }: Pick<Merchant, 'status'>): TemplateResult {
  const { statuses } = OPERATOR_TEXTS.merchants
  return html`<span class="mark ${status === 'ACTIVE' ? 'good' : 'bad'}">${statuses[status]}</span>`
}
