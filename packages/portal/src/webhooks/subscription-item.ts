import type { WebhookSubscription } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { listFaults } from './faults.ts'
import { describeEvent } from './describe-event.ts'

/** An action for a subscription, with a button next to it. */
export type SubscriptionAction = 'change' | 'disable' | 'enable' | 'rotate' | 'faults' | 'test' | 'remove'

/** Each action with the right it needs, its button's text, and when it is offered; in the order of the buttons. */
const ACTIONS: readonly (readonly [SubscriptionAction, string, string, (isActive: boolean) => boolean])[] = [
  ['enable', 'enableWebhookSubscription', texts.enable, (isActive) => !isActive],
  ['test', 'sendWebhookTestMessage', texts.test, (isActive) => isActive],
  ['faults', 'setWebhookLaboratory', texts.faults, () => true],
  ['change', 'changeSubscription', texts.change, () => true],
  ['rotate', 'rotateWebhookSecret', texts.rotate, () => true],
  ['disable', 'disableSubscription', texts.switchOff, (isActive) => isActive],
  ['remove', 'removeSubscription', texts.remove, () => true],
]

/** One receiver of events: where, which, how deliveries go, and what can be done. */
export function subscriptionItem(
  subscription: WebhookSubscription,
  {
    may,
    choose,
  }: { readonly may: (action: string) => boolean; readonly choose: (action: SubscriptionAction) => void },
): TemplateResult {
  const { url, status, disabled_reason: reason, failing_since: failing, filters, laboratory } = subscription
  const { previous_secret_valid_until: until } = subscription
  const isActive = status === 'ACTIVE'
  // A subscription that the configuration file switched off stays off as long as the file manages the merchant.
  const isFiles = reason === 'OPERATOR' && !may('changeSubscription')
  const offered = ACTIONS.filter(
    ([name, action, , when]) => may(action) && when(isActive) && !(name === 'enable' && isFiles),
  )
  return html`<li class="receiver">
    <p>
      <code>${url}</code>
      <span class="mark ${isActive ? 'good' : 'bad'}">${isActive ? texts.active : texts.disabled}</span>
    </p>
    <p class="hint">${texts.sends}: ${filters.map(describeFilter).join(', ')}</p>
    ${reason === null ? nothing : html`<p>${texts.disabledReasons[reason]}</p>`}
    ${failing === null ? nothing : html`<p class="problem">${texts.failingSince(formatMoment(failing))}</p>`}
    ${until === null ? nothing : html`<p class="hint">${texts.twoSecrets(formatMoment(until))}</p>`}
    ${laboratory === null ? nothing : html`<p>${texts.faultsOn(describeFaults(laboratory))}</p>`}
    <div class="buttons">
      ${offered.map(
        ([name, , label]) =>
          html`<button type="button" @click=${() => choose(name)}>
            ${label}<span class="unseen"> ${url}</span>
          </button>`,
      )}
    </div>
  </li>`
}

function describeFilter(filter: string): string {
  return (texts.filters[filter] ?? describeEvent(filter)).toLowerCase()
}

function describeFaults(laboratory: NonNullable<WebhookSubscription['laboratory']>): string {
  return listFaults(laboratory)
    .map(([fault, amount]) =>
      fault === 'delay' ? texts.faultNames.delay(amount) : texts.faultNames[fault](`${amount} %`),
    )
    .join(', ')
}
