import { html, nothing, type TemplateResult } from 'lit'

import type { Frame } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import type { DeedForm } from '../app/deed-dialog.ts'
import { readLines } from './form-parts.ts'
import type { ClientKey, Settings } from './settings.ts'
import { SettingsDialogPage } from './settings-dialog-page.ts'

const { clientKeys: texts } = SETTINGS_TEXTS

/** What the dialog does: make a key, change one, or delete one. */
type KeyDeed = 'new' | ClientKey | { readonly deleted: ClientKey }

/** The public keys by which pages name the merchant, and the origins of these pages. */
export class ClientKeysPage extends SettingsDialogPage<KeyDeed> {
  constructor(frame: Frame) {
    super(frame, 'origins')
  }

  protected show({ settings: { client_keys: keys } }: Settings): TemplateResult {
    return html`<p>${texts.lead}</p>
      ${
        this.mayChange('createClientKey')
          ? html`<p class="buttons">
              <button type="button" class="main" @click=${() => this.dialog.open('new')}>
                ${texts.create}
              </button>
            </p>`
          : nothing
      }
      ${keys.length === 0 ? html`<p class="notice">${texts.none}</p>` : this.#table(keys)}`
  }

  #table(keys: readonly ClientKey[]): TemplateResult {
    return html`<table>
      <caption class="unseen">
        ${texts.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.key}</th>
          <th scope="col">${texts.origins}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${keys.map(
          (key) =>
            html`<tr>
              <th scope="row">
                <code>${key.client_key}</code>
                <span class="mark ${key.status === 'ACTIVE' ? 'good' : 'bad'}"
                  >${texts.statuses[key.status]}</span
                >
              </th>
              <td>${sayOrigins(key)}</td>
              <td class="number">
                ${
                  this.mayChange('changeClientKey')
                    ? html`<button type="button" @click=${() => this.dialog.open(key)}>
                        ${texts.change}<span class="unseen"> ${key.client_key}</span>
                      </button>`
                    : nothing
                }
                ${
                  key.status === 'INACTIVE' && this.mayChange('deleteClientKey')
                    ? html`<button type="button" @click=${() => this.dialog.open({ deleted: key })}>
                        ${texts.delete}<span class="unseen"> ${key.client_key}</span>
                      </button>`
                    : nothing
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }

  protected form(deed: KeyDeed, parts: DeedForm): TemplateResult {
    if (deed !== 'new' && 'deleted' in deed) return this.#deleteForm(deed.deleted, parts)
    const { key, reason, cancel } = parts
    const isNew = deed === 'new'
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget as HTMLFormElement)
      const origins = readLines(form.get('origins'))
      const wish = isNew
        ? { origins }
        : { origins, status: form.get('active') === 'on' ? 'ACTIVE' : 'INACTIVE' }
      void this.save(isNew ? 'client-keys' : `client-keys/${deed.client_key}`, () => wish, key)
    }
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${isNew ? texts.createTitle : texts.changeTitle}</h2>
      ${isNew ? nothing : html`<p><code>${deed.client_key}</code></p>`}
      <label for="origins">${texts.origins}</label>
      <textarea id="origins" name="origins" rows="4" required aria-describedby="origins-hint">
${isNew ? '' : deed.origins.join('\n')}</textarea>
      <p class="hint" id="origins-hint">${texts.originsHint}</p>
      ${
        isNew
          ? nothing
          : html`<label class="check"
              ><input type="checkbox" name="active" ?checked=${deed.status === 'ACTIVE'} />
              ${texts.active}</label
            >`
      }
      ${reason}
      <p class="buttons">
        ${cancel}<button class="main">${isNew ? texts.confirmCreate : SETTINGS_TEXTS.save}</button>
      </p>
    </form>`
  }

  #deleteForm({ client_key: id }: ClientKey, { key, reason, cancel }: DeedForm): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      void this.save(`client-keys/${id}/delete`, () => ({}), key)
    }
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${texts.deleteTitle}</h2>
      <p><code>${id}</code></p>
      <p>${texts.deleteLead}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${texts.confirmDelete}</button></p>
    </form>`
  }
}

function sayOrigins({ origins }: ClientKey): string {
  return origins.includes('*') ? texts.anyOrigin : origins.join(', ')
}
