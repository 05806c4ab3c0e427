import type { EncryptionKeySet } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/empty-state.ts'
import './settings-navigation.ts'
import { refuse } from '../app/action.ts'
import { ask, askForFile } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { saveFile } from '../wording/save-file.ts'
import { type Client, type ClientRequest, clientsTable } from './clients-table.ts'
import { createForm, type ShownSecret, shownSecret, rotateForm } from './client-forms.ts'
import { encryptionKeysView } from './encryption-keys-view.ts'
import { managedByFile } from './managed-by-file.ts'

const { credentials: texts, keys: keyTexts, file: fileTexts } = SETTINGS_TEXTS

interface ClientList {
  readonly managed_by: 'FILE' | 'PORTAL'
  readonly data: readonly Client[]
}

/** The request of the dialog. */
type Request =
  | { readonly is: 'create' }
  | ClientRequest
  | { readonly is: 'shown'; readonly secret: ShownSecret }

/** `<portal-credentials-page>`: the credentials of programs, and the keys that card fields are encrypted with. */
export class CredentialsPage extends PageElement {
  readonly #clients = new Loader(this, (signal) => ask<ClientList>('/clients', { signal }))
  readonly #keys = new Loader(this, (signal) => ask<EncryptionKeySet>('/api/encryption-keys', { signal }))

  protected override render(): TemplateResult {
    return html`<portal-settings-navigation current="credentials"></portal-settings-navigation>
      <h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      ${managedByFile(this.#clients.value)} ${this.#clients.render(({ data }) => this.#list(data))}
      <section aria-labelledby="keys">
        <h2 id="keys">${keyTexts.title}</h2>
        <p>${keyTexts.lead}</p>
        ${this.#keys.render((keys) => encryptionKeysView(keys, Date.now()))}
      </section>
      ${this.portal.may('exportSettings') ? this.#exportSection() : nothing}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  #list(clients: readonly Client[]): TemplateResult {
    const create = this.#mayChange('createClient')
      ? html`<p class="buttons">
          <button type="button" class="main" @click=${() => this.#open({ is: 'create' })}>
            ${texts.create}
          </button>
        </p>`
      : nothing
    if (clients.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}
        >${create}</portal-empty-state
      >`
    return html`${create}
    ${clientsTable(
      clients,
      (action) => this.#mayChange(action),
      (request) => this.#open(request),
    )}`
  }

  #exportSection(): TemplateResult {
    return html`<section aria-labelledby="file">
      <h2 id="file">${fileTexts.title}</h2>
      <p>${fileTexts.lead}</p>
      <p class="buttons">
        <button type="button" @click=${() => this.#export()}>${fileTexts.save}</button>
      </p>
    </section>`
  }

  async #export(): Promise<void> {
    try {
      saveFile(await askForFile('/settings/export'), 'sluice.yaml')
    } catch (error) {
      this.portal.announce(this.portal.explain(error))
    }
  }

  #mayChange(action: string): boolean {
    return this.portal.may(action) && this.#clients.value?.managed_by === 'PORTAL'
  }

  #open(request: Request): void {
    void this.renderRoot.querySelector<ConfirmDialog<Request>>('portal-confirm-dialog')?.open(request)
  }

  #content(request: Request, problemOf: (member: string) => string | null): DialogContent<Request> {
    switch (request.is) {
      case 'create':
        return {
          ...createForm(problemOf),
          confirm: {
            label: texts.confirmCreate,
            send: (data, key) => {
              const roles = data.getAll('role')
              if (roles.length === 0) refuse('roles', texts.noRight)
              return this.#change('/clients', { name: data.get('name'), roles }, key)
            },
          },
        }
      case 'rotate':
        return {
          ...rotateForm(request.client.client_id),
          confirm: {
            label: texts.confirmRotate,
            send: (data, key) =>
              this.#change(
                `${pathOf(request.client)}/rotate`,
                { old_secret_hours: Number(data.get('hours')) },
                key,
              ),
          },
        }
      case 'end':
      case 'revoke':
        return this.#end(request.is, request.client)
      case 'shown':
        return shownSecret(request.secret, (message) => this.portal.announce(message))
    }
  }

  #end(is: 'end' | 'revoke', client: Client): DialogContent<Request> {
    const { path, title, hint, label, said } = ENDS[is]
    return {
      heading: title(client.client_id),
      body: html`<p>${hint}</p>`,
      confirm: {
        label,
        isDangerous: true,
        send: async (_, key) => {
          await ask(`${pathOf(client)}/${path}`, { method: 'POST', key })
          this.portal.announce(said)
          await this.#clients.reload()
        },
      },
    }
  }

  /** Shows the returned secret. */
  async #change(path: string, body: unknown, key: string): Promise<Request> {
    const secret = await ask<ShownSecret>(path, { method: 'POST', body, key })
    void this.#clients.reload()
    return { is: 'shown', secret }
  }
}

const ENDS = {
  end: {
    path: 'end-old-secret',
    title: texts.endTitle,
    hint: texts.endHint,
    label: texts.confirmEnd,
    said: texts.ended,
  },
  revoke: {
    path: 'revoke',
    title: texts.revokeTitle,
    hint: texts.revokeHint,
    label: texts.confirmRevoke,
    said: texts.revokedNow,
  },
} as const

function pathOf({ client_id: id }: Client): string {
  return `/clients/${encodeURIComponent(id)}`
}

customElements.define('portal-credentials-page', CredentialsPage)
