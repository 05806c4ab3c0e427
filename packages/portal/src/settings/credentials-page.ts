import type { EncryptionKeySet } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask, askForFile } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { saveFile } from '../wording/save-file.ts'
import { copyButton } from '../wording/copy-button.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { encryptionKeysView } from './encryption-keys-view.ts'
import { managedByFile, settingsNavigation } from './settings-navigation.ts'

const { credentials: texts, keys: keyTexts, file: fileTexts } = SETTINGS_TEXTS

/** A program of the merchant, as the gateway tells. */
interface Client {
  readonly client_id: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly roles: readonly string[]
  /** Those of them that only the operator gives, with any new secret. */
  readonly operators_roles: readonly string[]
  readonly created_at: string
  readonly has_two_secrets: boolean
  readonly old_secret_until: string | null
  readonly public_keys: number
}

interface ClientList {
  readonly managed_by: 'FILE' | 'PORTAL'
  readonly data: readonly Client[]
}

/** A secret, shown once. */
interface ShownSecret {
  readonly client_id: string
  readonly client_secret: string
  readonly old_secret_until?: string
}

/** What the dialog is about. */
type Deed =
  | { readonly is: 'create' }
  | { readonly is: 'rotate' | 'end' | 'revoke'; readonly client: Client }
  | { readonly is: 'shown'; readonly secret: ShownSecret }

const RIGHTS = Object.entries(texts.explain)

/** The credentials of programs, and the keys that card fields are sealed for. */
export class CredentialsPage implements Page {
  readonly title = texts.title
  readonly section = SETTINGS_TEXTS.title
  readonly #frame: Frame
  readonly #clients: Loading<ClientList>
  readonly #keys: Loading<EncryptionKeySet>
  readonly #dialog: DeedDialog<Deed>

  constructor(frame: Frame) {
    this.#frame = frame
    this.#clients = new Loading(frame, (signal) => ask('/clients', { signal }))
    this.#keys = new Loading(frame, (signal) => ask('/api/encryption-keys', { signal }))
    this.#dialog = new DeedDialog(frame, 'client', (deed, form) => this.#form(deed, form))
  }

  leave(): void {
    this.#clients.stop()
    this.#keys.stop()
  }

  view(): TemplateResult {
    return html`${settingsNavigation('credentials')}
      <div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        ${
          this.#mayChange('createClient')
            ? html`<div class="buttons">
                <button type="button" class="main" @click=${() => this.#dialog.open({ is: 'create' })}>
                  ${texts.create}
                </button>
              </div>`
            : nothing
        }
      </div>
      <p>${texts.lead}</p>
      ${managedByFile(this.#clients.value)} ${this.#clients.view(({ data }) => this.#table(data))}
      <section aria-labelledby="keys">
        <h2 id="keys">${keyTexts.title}</h2>
        <p>${keyTexts.lead}</p>
        ${this.#keys.view((keys) => encryptionKeysView(keys, Date.now()))}
      </section>
      ${this.#frame.may('exportSettings') ? this.#exportSection() : nothing} ${this.#dialog.view()}`
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
      this.#frame.say(this.#frame.explain(error))
    }
  }

  #mayChange(action: string): boolean {
    return this.#frame.may(action) && this.#clients.value?.managed_by === 'PORTAL'
  }

  #table(clients: readonly Client[]): TemplateResult {
    if (clients.length === 0) return html`<p class="notice">${texts.none}</p>`
    return html`<table>
      <caption class="unseen">
        ${texts.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.client}</th>
          <th scope="col" class="wide">${texts.roles}</th>
          <th scope="col" class="wide">${texts.secret}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${clients.map((client) => this.#row(client))}
      </tbody>
    </table>`
  }

  #row(client: Client): TemplateResult {
    const { client_id: id, status, roles, has_two_secrets: hasTwo, operators_roles: operators } = client
    const isActive = status === 'ACTIVE'
    const button = (is: 'rotate' | 'end' | 'revoke', action: string, label: string) =>
      isActive && this.#mayChange(action)
        ? html`<button type="button" @click=${() => this.#dialog.open({ is, client })}>
            ${label}<span class="unseen"> ${id}</span>
          </button>`
        : nothing
    return html`<tr>
      <th scope="row">
        <code>${id}</code>
        <span class="mark ${isActive ? 'good' : 'bad'}">${isActive ? texts.active : texts.revoked}</span>
        ${hasTwo ? html`<span class="below narrow">${saySecret(client)}</span>` : nothing}
        ${isActive && operators.length > 0 ? html`<span class="below">${texts.operatorRotates}</span>` : nothing}
      </th>
      <td class="wide">${roles.join(', ')}</td>
      <td class="wide">${saySecret(client)}</td>
      <td>
        <div class="buttons">
          ${hasTwo ? button('end', 'endOldClientSecret', texts.end) : nothing}
          ${hasTwo || operators.length > 0 ? nothing : button('rotate', 'rotateClientSecret', texts.rotate)}
          ${button('revoke', 'revokeClient', texts.revoke)}
        </div>
      </td>
    </tr>`
  }

  #form(deed: Deed, form: DeedForm): TemplateResult {
    switch (deed.is) {
      case 'create':
        return createForm(form, (event) => void this.#create(event, form.key))
      case 'rotate':
        return rotateForm(deed.client, form, (event) => void this.#rotate(event, deed.client, form.key))
      case 'end':
        return this.#confirm(deed.client, form, {
          path: 'end-old-secret',
          title: texts.endTitle(deed.client.client_id),
          hint: texts.endHint,
          label: texts.confirmEnd,
          said: texts.ended,
        })
      case 'revoke':
        return this.#confirm(deed.client, form, {
          path: 'revoke',
          title: texts.revokeTitle(deed.client.client_id),
          hint: texts.revokeHint,
          label: texts.confirmRevoke,
          said: texts.revokedNow,
        })
      case 'shown':
        return this.#shown(deed.secret)
    }
  }

  #confirm(
    { client_id: id }: Client,
    { key, reason, cancel }: DeedForm,
    words: Readonly<Record<'path' | 'title' | 'hint' | 'label' | 'said', string>>,
  ): TemplateResult {
    const confirm = (event: SubmitEvent) => {
      event.preventDefault()
      void this.#dialog.do(async () => {
        await ask(`/clients/${encodeURIComponent(id)}/${words.path}`, { method: 'POST', key })
        this.#dialog.close()
        this.#frame.say(words.said)
        await this.#clients.start()
      })
    }
    return html`<form @submit=${confirm}>
      <h2 id="client-title">${words.title}</h2>
      <p>${words.hint}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${words.label}</button></p>
    </form>`
  }

  #shown({ client_id: id, client_secret: secret, old_secret_until: until }: ShownSecret): TemplateResult {
    return html`<div class="fields">
      <h2 id="client-title">${texts.shownTitle}</h2>
      <dl class="shown">
        <dt>${texts.id}</dt>
        <dd><code>${id}</code></dd>
        <dt>${texts.secret}</dt>
        <dd><code>${secret}</code></dd>
      </dl>
      <p class="hint">${texts.shownHint}</p>
      ${until === undefined ? nothing : html`<p>${texts.shownUntil(formatMoment(until))}</p>`}
      <p class="buttons">
        ${copyButton(secret, texts.copySecret, (message) => this.#frame.say(message))}
        <button type="button" class="main" @click=${() => this.#dialog.close()}>
          ${SETTINGS_TEXTS.done}
        </button>
      </p>
    </div>`
  }

  async #create(event: SubmitEvent, key: string): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const roles = form.getAll('role')
    if (roles.length === 0) return this.#dialog.refuse(texts.noRight)
    await this.#ask('/clients', { name: form.get('name'), roles }, key)
  }

  async #rotate(event: SubmitEvent, { client_id: id }: Client, key: string): Promise<void> {
    event.preventDefault()
    const hours = Number(new FormData(event.currentTarget as HTMLFormElement).get('hours'))
    await this.#ask(`/clients/${encodeURIComponent(id)}/rotate`, { old_secret_hours: hours }, key)
  }

  /** Shows the secret that comes back. */
  #ask(path: string, body: unknown, key: string): Promise<void> {
    return this.#dialog.do(async () => {
      const secret = await ask<ShownSecret>(path, { method: 'POST', body, key })
      this.#dialog.show({ is: 'shown', secret })
      await this.#clients.start()
    })
  }
}

function saySecret({
  status,
  has_two_secrets: hasTwo,
  old_secret_until: until,
  public_keys: keys,
}: Client): string {
  if (status === 'INACTIVE') return TEXTS.none
  if (hasTwo) return until === null ? texts.twoWithoutEnd : texts.twoSecrets(formatMoment(until))
  return keys > 0 ? texts.signs : texts.oneSecret
}

function createForm({ reason, cancel }: DeedForm, submit: (event: SubmitEvent) => void): TemplateResult {
  return html`<form @submit=${submit}>
    <h2 id="client-title">${texts.createTitle}</h2>
    <label for="client-name">${texts.name}</label>
    <input
      id="client-name"
      name="name"
      required
      pattern="[a-z0-9\\-]{1,40}"
      maxlength="40"
      autocomplete="off"
      aria-describedby="client-name-hint"
    />
    <p class="hint" id="client-name-hint">${texts.nameHint}</p>
    <fieldset>
      <legend>${texts.rights}</legend>
      ${RIGHTS.map(
        ([role, explained]) =>
          html`<label class="check">
            <input type="checkbox" name="role" value=${role} ?checked=${role === 'merchant'} />
            <span>${explained} <span class="below">${role}</span></span>
          </label>`,
      )}
    </fieldset>
    ${reason}
    <p class="buttons">${cancel}<button class="main">${texts.confirmCreate}</button></p>
  </form>`
}

function rotateForm(
  { client_id: id }: Client,
  { reason, cancel }: DeedForm,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  return html`<form @submit=${submit}>
    <h2 id="client-title">${texts.rotateTitle(id)}</h2>
    <p>${texts.rotateHint}</p>
    <label for="overlap">${texts.overlap}</label>
    <select id="overlap" name="hours">
      ${texts.overlaps.map(
        ([hours, label]) => html`<option value=${hours} ?selected=${hours === 24}>${label}</option>`,
      )}
    </select>
    ${reason}
    <p class="buttons">${cancel}<button class="main">${texts.confirmRotate}</button></p>
  </form>`
}
