import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import type { DialogContent } from '../app/confirm-dialog.ts'
import { field } from '../design/field.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { readLines } from './form-parts.ts'
import type { Settings } from './settings.ts'
import { SettingsPage } from './settings-page.ts'

const { webhookHosts: texts } = SETTINGS_TEXTS

/** `<portal-webhook-hosts-page>`: the hosts to which the merchant's programs may have events sent. */
export class WebhookHostsPage extends SettingsPage<readonly string[]> {
  protected override readonly sectionName = 'webhook-hosts'

  protected override show({ settings: { webhook_hosts: hosts = [] } }: Settings): TemplateResult {
    const change = this.mayChange('changeWebhookHosts')
      ? html`<p class="buttons">
          <button type="button" class="main" @click=${() => this.open(hosts)}>${texts.change}</button>
        </p>`
      : nothing
    return html`<p>${texts.lead}</p>
      ${
        hosts.length === 0
          ? html`<portal-empty-state
              .heading=${texts.none}
              .text=${texts.noneText[this.portal.session.environment]}
              >${change}</portal-empty-state
            >`
          : html`${change}
              <ul>
                ${hosts.map((host) => html`<li><code>${host}</code></li>`)}
              </ul>`
      }`
  }

  protected override content(
    hosts: readonly string[],
    problemOf: (member: string) => string | null,
  ): DialogContent<readonly string[]> {
    return {
      heading: texts.title,
      body: field({
        id: 'webhook-hosts',
        label: texts.hosts,
        hint: texts.hint,
        problem: problemOf('webhook_hosts'),
        control: ({ id, describedBy, invalid }) =>
          html`<textarea
            id=${id}
            name="webhook_hosts"
            rows="4"
            aria-describedby=${describedBy}
            aria-invalid=${invalid}
            .value=${hosts.join('\n')}
          ></textarea>`,
      }),
      confirm: {
        label: SETTINGS_TEXTS.save,
        send: (data, key) =>
          this.save('webhook-hosts', () => ({ webhook_hosts: readLines(data.get('webhook_hosts')) }), key),
      },
    }
  }
}

customElements.define('portal-webhook-hosts-page', WebhookHostsPage)
