import type {
  TransactionList,
  WebhookDelivery,
  WebhookLaboratoryRequest,
  WebhookSecretRotation,
  WebhookSubscription,
  WebhookSubscriptionList,
} from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { loadSettings, type Settings } from '../settings/settings.ts'
import { managedByFile } from '../settings/settings-navigation.ts'
import { TEXTS } from '../texts/texts.ts'
import { faultsForm } from './faults-form.ts'
import { readFaults } from './faults.ts'
import { secretView } from './secret-view.ts'
import { readSubscription, SUBSCRIPTION_MEMBERS, subscriptionForm } from './subscription-form.ts'
import { type SubscriptionDeed, subscriptionItem } from './subscription-item.ts'
import { readTestPayment, TEST_MESSAGE_MEMBER, testMessageForm } from './test-message-form.ts'

const { webhooks: texts } = TEXTS

/** What the dialog is about. */
type Deed =
  | { readonly is: 'create' }
  | { readonly is: Exclude<SubscriptionDeed, 'enable' | 'test'>; readonly subscription: WebhookSubscription }
  | { readonly is: 'test'; readonly subscription: WebhookSubscription; readonly payments: TransactionList }
  | { readonly is: 'shown'; readonly title: string; readonly secret: string; readonly until: string | null }

/** How many payments a test message may be chosen from; any other one is named by its id. */
const NEWEST_PAYMENTS = 20

/** Where events are sent: made, changed, switched off and on, removed, tried out. */
export class SubscriptionsView {
  readonly #frame: Frame
  readonly #list: Loading<WebhookSubscriptionList>
  readonly #settings: Loading<Settings>
  readonly #dialog: DeedDialog<Deed>

  constructor(frame: Frame) {
    this.#frame = frame
    this.#list = new Loading(frame, (signal) => ask('/api/webhooks/subscriptions', { signal }))
    this.#settings = new Loading(frame, loadSettings)
    this.#dialog = new DeedDialog(frame, 'subscription', (deed, form) => this.#form(deed, form), [
      ...SUBSCRIPTION_MEMBERS,
      TEST_MESSAGE_MEMBER,
    ])
  }

  leave(): void {
    this.#list.stop()
    this.#settings.stop()
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="subscriptions">
        <div class="between">
          <h2 id="subscriptions">${texts.subscriptions}</h2>
          ${
            this.#may('createSubscription')
              ? html`<button type="button" class="main" @click=${() => this.#dialog.open({ is: 'create' })}>
                  ${texts.create}
                </button>`
              : nothing
          }
        </div>
        ${managedByFile(this.#settings.value ?? undefined)}
        ${this.#list.view((list) => this.#items(list), this.#settings)}
      </section>
      ${this.#dialog.view()}`
  }

  #items({ subscriptions }: WebhookSubscriptionList): TemplateResult {
    const kept = subscriptions.filter(({ disabled_reason: reason }) => reason !== 'REMOVED')
    if (kept.length === 0) return html`<p>${texts.none}</p>`
    const may = (action: string) => this.#may(action)
    return html`<ul class="plain cards">
      ${kept.map((one) => subscriptionItem(one, { may, choose: (deed) => void this.#begin(deed, one) }))}
    </ul>`
  }

  /** Whether a person may, of a merchant whose subscriptions are not the configuration file's. */
  #may(action: string): boolean {
    if (!this.#frame.may(action)) return false
    return this.#settings.value?.managed_by === 'PORTAL' || !FILES.has(action)
  }

  async #begin(deed: SubscriptionDeed, subscription: WebhookSubscription): Promise<void> {
    if (deed !== 'enable' && deed !== 'test') return this.#dialog.open({ is: deed, subscription })
    try {
      if (deed === 'enable') return await this.#enable(subscription)
      const payments = await ask<TransactionList>(`/api/transactions?limit=${NEWEST_PAYMENTS}`)
      this.#dialog.open({ is: 'test', subscription, payments })
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }

  async #enable({ id }: WebhookSubscription): Promise<void> {
    await ask(`/api/webhooks/subscriptions/${encodeURIComponent(id)}/enable`, {
      method: 'POST',
      key: crypto.randomUUID(),
    })
    this.#frame.say(texts.enabled)
    await this.#list.start()
  }

  #form(deed: Deed, form: DeedForm): TemplateResult {
    switch (deed.is) {
      case 'create':
        return subscriptionForm(null, form, (event) => this.#create(event, form.key))
      case 'change':
        return subscriptionForm(deed.subscription, form, (event) =>
          this.#change(event, deed.subscription, form.key),
        )
      case 'disable':
        return this.#question(deed.subscription, form, {
          title: texts.switchOffTitle,
          hint: texts.switchOffHint,
          label: texts.confirmSwitchOff,
          confirm: (path) => this.#do('POST', `${path}/disable`, form.key, texts.switchedOff),
        })
      case 'remove':
        return this.#question(deed.subscription, form, {
          title: texts.removeTitle,
          hint: texts.removeHint,
          label: texts.confirmRemove,
          confirm: (path) => this.#do('DELETE', path, form.key, texts.removed),
        })
      case 'rotate':
        return this.#question(deed.subscription, form, {
          title: texts.rotateTitle,
          hint: texts.rotateExplain,
          label: texts.rotateConfirm,
          confirm: () => this.#rotate(deed.subscription, form.key),
        })
      case 'faults':
        return faultsForm(
          deed.subscription,
          form,
          (event) => this.#setFaults(deed.subscription, readFields(event), form.key),
          () => this.#setFaults(deed.subscription, {}, form.key),
        )
      case 'test':
        return testMessageForm(deed.subscription.url, deed.payments, form, (event) =>
          this.#test(event, deed.subscription, form.key),
        )
      case 'shown':
        return secretView(deed, {
          say: (message) => this.#frame.say(message),
          close: () => this.#dialog.close(),
        })
    }
  }

  #question(
    { id, url }: WebhookSubscription,
    { reason, cancel }: DeedForm,
    question: {
      readonly title: string
      readonly hint: string
      readonly label: string
      /** Gets the path of the subscription at the portal. */
      readonly confirm: (path: string) => void
    },
  ): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      question.confirm(pathOf(id))
    }
    return html`<form @submit=${submit}>
      <h2 id="subscription-title">${question.title}</h2>
      <p><code>${url}</code></p>
      <p>${question.hint}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${question.label}</button></p>
    </form>`
  }

  #create(event: SubmitEvent, key: string): void {
    event.preventDefault()
    const body = readSubscription(event)
    void this.#dialog.do(async () => {
      const { secret } = await ask<{ readonly secret: string }>('/subscriptions', {
        method: 'POST',
        body,
        key,
      })
      this.#dialog.show({ is: 'shown', title: texts.createdTitle, secret, until: null })
      await this.#list.start()
    })
  }

  #change(event: SubmitEvent, { id }: WebhookSubscription, key: string): void {
    event.preventDefault()
    this.#do('POST', pathOf(id), key, texts.changed, readSubscription(event))
  }

  #rotate({ id }: WebhookSubscription, key: string): void {
    void this.#dialog.do(async () => {
      const path = `/api/webhooks/subscriptions/${encodeURIComponent(id)}/rotate-secret`
      const rotation = await ask<WebhookSecretRotation>(path, { method: 'POST', key })
      const { secret, previous_secret_valid_until: until } = rotation
      this.#dialog.show({ is: 'shown', title: texts.newSecret, secret, until })
      await this.#list.start()
    })
  }

  #setFaults({ id }: WebhookSubscription, body: WebhookLaboratoryRequest, key: string): void {
    const path = `/simulators/webhooks/subscriptions/${encodeURIComponent(id)}/laboratory`
    this.#do('POST', path, key, texts.faultsSaved, body)
  }

  #test(event: SubmitEvent, { id }: WebhookSubscription, key: string): void {
    event.preventDefault()
    const body = { transaction_id: readTestPayment(event) }
    void this.#dialog.do(async () => {
      const path = `/simulators/webhooks/subscriptions/${encodeURIComponent(id)}/messages`
      const sent = await ask<WebhookDelivery>(path, { method: 'POST', body, key })
      this.#dialog.close()
      this.#frame.say(texts.testSent)
      this.#frame.go(`/webhooks/${encodeURIComponent(sent.id)}`)
    })
  }

  /** Changes a subscription, and shows what there is now. */
  #do(method: 'POST' | 'DELETE', path: string, key: string, said: string, body?: object): void {
    void this.#dialog.do(async () => {
      await ask(path, { method, key, ...(body && { body }) })
      this.#dialog.close()
      this.#frame.say(said)
      // The header says whether faults are on.
      await Promise.all([this.#list.start(), this.#frame.renew()])
    })
  }
}

/** What the configuration file decides, where it manages the merchant. */
const FILES: ReadonlySet<string> = new Set([
  'createSubscription',
  'changeSubscription',
  'disableSubscription',
  'removeSubscription',
])

function pathOf(id: string): string {
  return `/subscriptions/${encodeURIComponent(id)}`
}

function readFields(event: SubmitEvent): WebhookLaboratoryRequest {
  event.preventDefault()
  const form = new FormData(event.currentTarget as HTMLFormElement)
  return readFaults(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])))
}
