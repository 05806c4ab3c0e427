import type { WebhookLaboratory, WebhookLaboratoryRequest } from '@sluice/types'

import { refuse } from '../app/action.ts'
import { WEBHOOKS_TEXTS } from '../texts/webhooks-texts.ts'

/** The faults that have a share of messages. */
export const SHARES = ['duplicate', 'reorder', 'drop'] as const

/** The values of a form, by the names of its fields. */
type Fields = Readonly<Record<string, string>>

/** Converts percents and texts to the request to the gateway; 0 and empty values are omitted, and a seed without a fault is refused. */
export function readFaults(fields: Fields): WebhookLaboratoryRequest {
  const shares = SHARES.map((name) => [name, Number(fields[name] ?? 0) / 100] as const)
  const delay = Number(fields['delay'] ?? 0)
  const seed = fields['seed']?.trim() ?? ''
  const faults = {
    ...Object.fromEntries(shares.filter(([, share]) => share > 0)),
    ...(delay > 0 ? { delay_seconds: delay } : {}),
  }
  if (seed === '') return faults
  // A seed alone causes no fault, and would not be kept.
  if (Object.keys(faults).length === 0) refuse('seed', WEBHOOKS_TEXTS.seedAlone)
  return { ...faults, seed }
}

/** Returns a share as whole percents: 0.5 is 50. */
export function toPercent(share: number): number {
  return Math.round(share * 100)
}

/** The faults that are on, each with how much of it there is. */
export function listFaults(
  laboratory: WebhookLaboratory,
): readonly (readonly [(typeof SHARES)[number] | 'delay', number])[] {
  const shares = SHARES.map((name) => [name, toPercent(laboratory[name])] as const)
  return [...shares, ['delay', laboratory.delay_seconds] as const].filter(([, amount]) => amount > 0)
}
