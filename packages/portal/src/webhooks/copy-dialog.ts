import type { WebhookDelivery, WebhookDeliveryDetail } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { membersTakenAway } from './members-taken-away.ts'
import { readObject } from './read-object.ts'

const { webhooks: texts } = TEXTS

/** Sends a copy of a message that a person has edited. */
export class CopyDialog {
  readonly #frame: Frame
  readonly #dialog: DeedDialog<WebhookDeliveryDetail>

  constructor(frame: Frame) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'copy', (delivery, form) => this.#form(delivery, form))
  }

  open(delivery: WebhookDeliveryDetail): void {
    this.#dialog.open(delivery)
  }

  view(): TemplateResult {
    return this.#dialog.view()
  }

  #form(delivery: WebhookDeliveryDetail, { key, reason, cancel }: DeedForm): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget as HTMLFormElement)
      void this.#send(delivery, String(form.get('message')), key)
    }
    return html`<form @submit=${submit}>
      <h2 id="copy-title">${texts.editTitle}</h2>
      <p class="hint">${texts.editHint}</p>
      <label for="message">${texts.editLabel}</label>
      <textarea id="message" class="code" name="message" rows="16" required spellcheck="false">
${JSON.stringify(delivery.payload, null, 2)}</textarea>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${texts.editConfirm}</button></p>
    </form>`
  }

  async #send({ id, payload }: WebhookDeliveryDetail, text: string, key: string): Promise<void> {
    const changes = readObject(text)
    if (changes === null) return this.#dialog.refuse(texts.notJson)
    const missing = membersTakenAway(payload, changes)
    if (missing.length > 0) return this.#dialog.refuse(texts.takenAway(missing.join(', ')))
    await this.#dialog.do(async () => {
      const path = `/simulators/webhooks/deliveries/${encodeURIComponent(id)}/resend`
      const sent = await ask<WebhookDelivery>(path, { method: 'POST', body: { changes }, key })
      this.#dialog.close()
      this.#frame.say(texts.testSent)
      this.#frame.go(`/webhooks/${encodeURIComponent(sent.id)}`)
    })
  }
}
