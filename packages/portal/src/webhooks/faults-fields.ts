import type { WebhookSubscription } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { SHARES, toPercent } from './faults.ts'

/** The form for the faults of a subscription's messages, and their rates. */
export function faultsFields(
  { url, laboratory }: WebhookSubscription,
  problemOf: (member: string) => string | null,
): TemplateResult {
  const number = (name: string, label: string, value: number, most: number) =>
    field({
      id: `fault-${name}`,
      label,
      control: ({ id }) =>
        html`<input
          id=${id}
          name=${name}
          type="number"
          min="0"
          max=${most}
          step="1"
          required
          .value=${String(value)}
        />`,
    })
  return html`<p><code>${url}</code></p>
    <p class="hint">${texts.faultsHint}</p>
    ${SHARES.map((name) => number(name, texts.faultShares[name], toPercent(laboratory?.[name] ?? 0), 100))}
    ${number('delay', texts.delay, laboratory?.delay_seconds ?? 0, LIMITS.WEBHOOK_LABORATORY_DELAY_MAX_SECONDS)}
    ${field({
      id: 'fault-seed',
      label: texts.seed,
      hint: texts.seedHint,
      problem: problemOf('seed'),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name="seed"
          autocomplete="off"
          maxlength=${LIMITS.NAME_MAX_CHARS}
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
          .value=${laboratory?.seed ?? ''}
        />`,
    })}`
}
