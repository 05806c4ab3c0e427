import { html, nothing, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import type { Frame } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { readLines } from './form-parts.ts'
import type { Settings } from './settings.ts'
import { SettingsDialogPage } from './settings-dialog-page.ts'

const { webhookHosts: texts } = SETTINGS_TEXTS

/** The hosts to which the merchant's programs may have events sent. */
export class WebhookHostsPage extends SettingsDialogPage<readonly string[]> {
  constructor(frame: Frame) {
    super(frame, 'webhook-hosts')
  }

  protected show({ settings: { webhook_hosts: hosts = [] } }: Settings): TemplateResult {
    return html`<p>${texts.lead}</p>
      ${
        this.mayChange('changeWebhookHosts')
          ? html`<p class="buttons">
              <button type="button" class="main" @click=${() => this.dialog.open(hosts)}>
                ${texts.change}
              </button>
            </p>`
          : nothing
      }
      ${
        hosts.length === 0
          ? html`<p class="notice">${texts.none[this.frame.session.environment]}</p>`
          : html`<ul>
              ${hosts.map((host) => html`<li><code>${host}</code></li>`)}
            </ul>`
      }`
  }

  protected form(hosts: readonly string[], { key, reason, cancel }: DeedForm): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget as HTMLFormElement)
      const wanted = readLines(form.get('webhook_hosts'))
      void this.save('webhook-hosts', () => ({ webhook_hosts: wanted }), key)
    }
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${texts.title}</h2>
      <label for="webhook-hosts">${texts.hosts}</label>
      <textarea id="webhook-hosts" name="webhook_hosts" rows="4" aria-describedby="webhook-hosts-hint">
${hosts.join('\n')}</textarea>
      <p class="hint" id="webhook-hosts-hint">${texts.hint}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${SETTINGS_TEXTS.save}</button></p>
    </form>`
  }
}
