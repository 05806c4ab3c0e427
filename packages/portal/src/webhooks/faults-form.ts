import type { WebhookSubscription } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import { TEXTS } from '../texts/texts.ts'
import { SHARES, toPercent } from './faults.ts'

const { webhooks: texts } = TEXTS

/** Asks what shall go wrong with the messages of a subscription, and how often. */
export function faultsForm(
  { url, laboratory }: WebhookSubscription,
  { reason, cancel }: DeedForm,
  submit: (event: SubmitEvent) => void,
  switchOff: () => void,
): TemplateResult {
  const number = (name: string, label: string, value: number, most: number) =>
    html`<label for="fault-${name}">${label}</label>
      <input
        id="fault-${name}"
        name=${name}
        type="number"
        min="0"
        max=${most}
        step="1"
        required
        .value=${String(value)}
      />`
  return html`<form @submit=${submit}>
    <h2 id="subscription-title">${texts.faultsTitle}</h2>
    <p><code>${url}</code></p>
    <p class="hint">${texts.faultsHint}</p>
    ${SHARES.map((name) => number(name, texts.faultShares[name], toPercent(laboratory?.[name] ?? 0), 100))}
    ${number('delay', texts.delay, laboratory?.delay_seconds ?? 0, LIMITS.WEBHOOK_LABORATORY_DELAY_MAX_SECONDS)}
    <label for="fault-seed">${texts.seed}</label>
    <input
      id="fault-seed"
      name="seed"
      autocomplete="off"
      maxlength=${LIMITS.NAME_MAX_CHARS}
      aria-describedby="seed-hint"
      .value=${laboratory?.seed ?? ''}
    />
    <p class="hint" id="seed-hint">${texts.seedHint}</p>
    ${reason}
    <p class="buttons">
      ${cancel}<button type="button" @click=${switchOff}>${texts.noFaults}</button
      ><button class="main">${texts.save}</button>
    </p>
  </form>`
}
