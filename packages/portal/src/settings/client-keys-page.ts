import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import type { DialogContent } from '../app/confirm-dialog.ts'
import { dataTable } from '../design/data-table.ts'
import { field } from '../design/field.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { readLines } from './form-parts.ts'
import type { ClientKey, Settings } from './settings.ts'
import { SettingsPage } from './settings-page.ts'

const { clientKeys: texts } = SETTINGS_TEXTS

/** The request of the dialog: to create, change or delete a key. */
type Request = 'new' | ClientKey | { readonly deleted: ClientKey }

/** `<portal-client-keys-page>`: the public keys by which pages name the merchant, and the origins of these pages. */
export class ClientKeysPage extends SettingsPage<Request> {
  protected override readonly sectionName = 'origins'

  protected override show({ settings: { client_keys: keys } }: Settings): TemplateResult {
    const create = this.mayChange('createClientKey')
      ? html`<p class="buttons">
          <button type="button" class="main" @click=${() => this.open('new')}>${texts.create}</button>
        </p>`
      : nothing
    return html`<p>${texts.lead}</p>
      ${
        keys.length === 0
          ? html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}
              >${create}</portal-empty-state
            >`
          : html`${create}${this.#table(keys)}`
      }`
  }

  #table(keys: readonly ClientKey[]): TemplateResult {
    return dataTable({
      caption: texts.caption,
      rows: keys,
      key: ({ client_key: id }) => id,
      columns: [
        {
          heading: texts.key,
          cell: (key) =>
            html`<code>${key.client_key}</code>
              <span class="mark ${key.status === 'ACTIVE' ? 'good' : 'bad'}"
                >${texts.statuses[key.status]}</span
              >
              <div class="below narrow">${describeOrigins(key)}</div>`,
        },
        { heading: texts.origins, cell: describeOrigins, style: 'wide' },
        { heading: '', style: 'number', cell: (key) => this.#buttons(key) },
      ],
    })
  }

  #buttons(key: ClientKey): TemplateResult {
    const button = (label: string, request: Request) =>
      html`<button type="button" @click=${() => this.open(request)}>
        ${label}<span class="unseen"> ${key.client_key}</span>
      </button>`
    const mayDelete = key.status === 'INACTIVE' && this.mayChange('deleteClientKey')
    return html`${this.mayChange('changeClientKey') ? button(texts.change, key) : nothing}
    ${mayDelete ? button(texts.delete, { deleted: key }) : nothing}`
  }

  protected override content(
    request: Request,
    problemOf: (member: string) => string | null,
  ): DialogContent<Request> {
    if (request === 'new') return this.#create(problemOf('origins'))
    return 'deleted' in request ? this.#delete(request.deleted) : this.#change(request, problemOf('origins'))
  }

  #create(problem: string | null): DialogContent<Request> {
    return {
      heading: texts.createTitle,
      body: originsField([], problem),
      confirm: {
        label: texts.confirmCreate,
        send: (data, key) =>
          this.save('client-keys', () => ({ origins: readLines(data.get('origins')) }), key),
      },
    }
  }

  #change({ client_key: id, origins, status }: ClientKey, problem: string | null): DialogContent<Request> {
    return {
      heading: texts.changeTitle,
      body: html`<p><code>${id}</code></p>
        ${originsField(origins, problem)}
        <label class="check"
          ><input type="checkbox" name="active" ?checked=${status === 'ACTIVE'} /> ${texts.active}</label
        >`,
      confirm: {
        label: SETTINGS_TEXTS.save,
        send: (data, key) =>
          this.save(
            `client-keys/${id}`,
            () => ({
              origins: readLines(data.get('origins')),
              status: data.get('active') === 'on' ? 'ACTIVE' : 'INACTIVE',
            }),
            key,
          ),
      },
    }
  }

  #delete({ client_key: id }: ClientKey): DialogContent<Request> {
    return {
      heading: texts.deleteTitle,
      body: html`<p><code>${id}</code></p>
        <p>${texts.deleteLead}</p>`,
      confirm: {
        label: texts.confirmDelete,
        isDangerous: true,
        send: (_, key) => this.save(`client-keys/${id}/delete`, () => ({}), key),
      },
    }
  }
}

function originsField(origins: readonly string[], problem: string | null): TemplateResult {
  return field({
    id: 'origins',
    label: texts.origins,
    hint: texts.originsHint,
    problem,
    control: ({ id, describedBy, invalid }) =>
      html`<textarea
        id=${id}
        name="origins"
        rows="4"
        required
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
        .value=${origins.join('\n')}
      ></textarea>`,
  })
}

function describeOrigins({ origins }: ClientKey): string {
  return origins.includes('*') ? texts.anyOrigin : origins.join(', ')
}

customElements.define('portal-client-keys-page', ClientKeysPage)
