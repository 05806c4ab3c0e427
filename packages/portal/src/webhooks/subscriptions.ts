import type {
  TransactionList,
  WebhookDelivery,
  WebhookSecretRotation,
  WebhookSubscription,
  WebhookSubscriptionList,
} from '@sluice/types'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/empty-state.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PartElement } from '../app/portal-element.ts'
import { CHECKLIST } from '../overview/checklist.ts'
import { loadSettings } from '../settings/settings.ts'
import { managedByFile } from '../settings/managed-by-file.ts'
import { TEXTS } from '../texts/texts.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { faultsFields } from './faults-fields.ts'
import { readFaults } from './faults.ts'
import { secretView } from './secret-view.ts'
import { readSubscription, subscriptionFields } from './subscription-fields.ts'
import { type SubscriptionAction, subscriptionItem } from './subscription-item.ts'
import { readTestPayment, testMessageFields } from './test-message-fields.ts'

/** The subject of the dialog. */
type Request =
  | { readonly is: 'create' }
  | {
      readonly is: Exclude<SubscriptionAction, 'enable' | 'test'>
      readonly subscription: WebhookSubscription
    }
  | { readonly is: 'test'; readonly subscription: WebhookSubscription; readonly payments: TransactionList }
  | { readonly is: 'shown'; readonly title: string; readonly secret: string; readonly until: string | null }

type Content = DialogContent<Request>

/** The number of newest payments that a test message offers; any other payment is given by its id. */
const NEWEST_PAYMENTS = 20

/** `<portal-subscriptions>`: where events are sent: created, changed, switched off and on, removed, tried out. */
export class SubscriptionsElement extends PartElement {
  static override properties = { opensForm: { type: Boolean } }
  /** Whether the form of a new subscription opens at once. */
  declare opensForm: boolean
  /** Whether the checklist opened the form; closing the dialog returns there. */
  #isAsked = false
  readonly #list = new Loader(this, (signal) =>
    ask<WebhookSubscriptionList>('/api/webhooks/subscriptions', { signal }),
  )
  readonly #settings = new Loader(this, loadSettings)

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="subscriptions">
        <div class="between">
          <h2 id="subscriptions">${texts.subscriptions}</h2>
          ${
            this.#may('createSubscription')
              ? html`<button type="button" class="main" @click=${() => this.#open({ is: 'create' })}>
                  ${texts.create}
                </button>`
              : nothing
          }
        </div>
        ${managedByFile(this.#settings.value)}
        ${
          // Buttons that appear later would move others under the pointer.
          this.#settings.render(() => this.#list.render((list) => this.#items(list)))
        }
      </section>
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (field: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed)
    if (!this.opensForm || this.#settings.value === undefined) return
    this.opensForm = false
    this.#isAsked = true
    if (this.#may('createSubscription')) this.#open({ is: 'create' })
  }

  #items({ subscriptions }: WebhookSubscriptionList): TemplateResult {
    const kept = subscriptions.filter(({ disabled_reason: reason }) => reason !== 'REMOVED')
    if (kept.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}>
        <a href="/docs/guides/webhooks.html">${texts.guide}</a>
      </portal-empty-state>`
    const may = (action: string) => this.#may(action)
    return html`<ul class="plain cards">
      ${kept.map((one) => subscriptionItem(one, { may, choose: (action) => void this.#begin(action, one) }))}
    </ul>`
  }

  /** Returns whether the person may do this; if the configuration file manages the merchant, it decides about subscriptions. */
  #may(action: string): boolean {
    if (!this.portal.may(action)) return false
    return this.#settings.value?.managed_by === 'PORTAL' || !FILES.has(action)
  }

  #open(request: Request): void {
    void this.renderRoot.querySelector<ConfirmDialog<Request>>('portal-confirm-dialog')?.open(request)
  }

  async #begin(action: SubscriptionAction, subscription: WebhookSubscription): Promise<void> {
    if (action !== 'enable' && action !== 'test') return this.#open({ is: action, subscription })
    try {
      if (action === 'enable') return await this.#enable(subscription)
      const payments = await ask<TransactionList>(`/api/transactions?limit=${NEWEST_PAYMENTS}`)
      this.#open({ is: 'test', subscription, payments })
    } catch (error) {
      this.portal.announce(this.portal.explain(error))
    }
  }

  async #enable({ id }: WebhookSubscription): Promise<void> {
    await ask(`/api/webhooks/subscriptions/${encodeURIComponent(id)}/enable`, {
      method: 'POST',
      key: crypto.randomUUID(),
    })
    this.portal.announce(texts.enabled)
    await this.#list.reload()
  }

  #content(request: Request, problemOf: (field: string) => string | null): Content {
    switch (request.is) {
      case 'create':
        return {
          heading: texts.createTitle,
          body: subscriptionFields(null, problemOf),
          confirm: { label: texts.confirmCreate, send: (data, key) => this.#create(data, key) },
        }
      case 'change':
        return {
          heading: texts.changeTitle,
          body: subscriptionFields(request.subscription, problemOf),
          confirm: {
            label: texts.save,
            send: (data, key) =>
              this.#change('POST', pathOf(request.subscription), key, texts.changed, readSubscription(data)),
          },
        }
      case 'test':
        return {
          heading: texts.testTitle,
          body: testMessageFields(request.subscription.url, request.payments, problemOf),
          confirm: {
            label: texts.testConfirm,
            send: (data, key) => this.#test(data, request.subscription, key),
          },
        }
      case 'faults':
        return this.#faults(request.subscription, problemOf)
      case 'disable':
      case 'remove':
      case 'rotate':
        return this.#question(request.is, request.subscription)
      case 'shown':
        return { ...secretView(request, (message) => this.portal.announce(message)), ...this.#wayBack() }
    }
  }

  #wayBack(): Pick<Content, 'dismiss' | 'confirm'> {
    if (!this.#isAsked) return {}
    const send = () => Promise.resolve(this.portal.go(CHECKLIST))
    return { dismiss: TEXTS.done, confirm: { label: texts.toChecklist, send } }
  }

  #question(action: 'disable' | 'remove' | 'rotate', subscription: WebhookSubscription): Content {
    const { title, hint, label } = QUESTIONS[action]
    const path = pathOf(subscription)
    const send = {
      disable: (key: string) => this.#change('POST', `${path}/disable`, key, texts.switchedOff),
      remove: (key: string) => this.#change('DELETE', path, key, texts.removed),
      rotate: (key: string) => this.#rotate(subscription, key),
    }[action]
    return {
      heading: title,
      body: html`<p><code>${subscription.url}</code></p>
        <p>${hint}</p>`,
      confirm: { label, isDangerous: action === 'remove', send: (_, key) => send(key) },
    }
  }

  #faults(subscription: WebhookSubscription, problemOf: (member: string) => string | null): Content {
    const path = `/simulators/webhooks/subscriptions/${encodeURIComponent(subscription.id)}/laboratory`
    return {
      heading: texts.faultsTitle,
      body: faultsFields(subscription, problemOf),
      others: html`<p class="buttons">
        <button name="do" value="off" formnovalidate>${texts.noFaults}</button>
      </p>`,
      confirm: {
        label: texts.save,
        send: (data, key) => {
          const fields = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
          const faults = fields['do'] === 'off' ? {} : readFaults(fields)
          return this.#change('POST', path, key, texts.faultsSaved, faults)
        },
      },
    }
  }

  async #create(data: FormData, key: string): Promise<Request> {
    const { secret } = await ask<{ readonly secret: string }>('/subscriptions', {
      method: 'POST',
      body: readSubscription(data),
      key,
    })
    await this.#list.reload()
    return { is: 'shown', title: texts.createdTitle, secret, until: null }
  }

  async #rotate({ id }: WebhookSubscription, key: string): Promise<Request> {
    const path = `/api/webhooks/subscriptions/${encodeURIComponent(id)}/rotate-secret`
    const rotation = await ask<WebhookSecretRotation>(path, { method: 'POST', key })
    await this.#list.reload()
    const { secret, previous_secret_valid_until: until } = rotation
    return { is: 'shown', title: texts.newSecret, secret, until }
  }

  async #test(data: FormData, { id }: WebhookSubscription, key: string): Promise<void> {
    const path = `/simulators/webhooks/subscriptions/${encodeURIComponent(id)}/messages`
    const body = { transaction_id: readTestPayment(data) }
    const sent = await ask<WebhookDelivery>(path, { method: 'POST', body, key })
    this.portal.announce(texts.testSent)
    this.portal.go(`/webhooks/${encodeURIComponent(sent.id)}`)
  }

  /** Changes a subscription, and shows what there is now. */
  async #change(
    method: 'POST' | 'DELETE',
    path: string,
    key: string,
    said: string,
    body?: object,
  ): Promise<void> {
    await ask(path, { method, key, ...(body && { body }) })
    this.portal.announce(said)
    // The header says whether faults are on.
    await Promise.all([this.#list.reload(), this.portal.renew()])
  }
}

const QUESTIONS = {
  disable: { title: texts.switchOffTitle, hint: texts.switchOffHint, label: texts.confirmSwitchOff },
  remove: { title: texts.removeTitle, hint: texts.removeHint, label: texts.confirmRemove },
  rotate: { title: texts.rotateTitle, hint: texts.rotateExplain, label: texts.rotateConfirm },
} as const

/** The settings that the configuration file decides if it manages the merchant. */
const FILES: ReadonlySet<string> = new Set([
  'createSubscription',
  'changeSubscription',
  'disableSubscription',
  'removeSubscription',
])

function pathOf({ id }: WebhookSubscription): string {
  return `/subscriptions/${encodeURIComponent(id)}`
}

customElements.define('portal-subscriptions', SubscriptionsElement)
