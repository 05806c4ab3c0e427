import { html, nothing, type TemplateResult } from 'lit'

import { dataTable } from '../design/data-table.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'

const { credentials: texts } = SETTINGS_TEXTS

/** A program of the merchant, as the gateway returns it. */
export interface Client {
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

/** The actions that a row offers. */
export interface ClientRequest {
  readonly is: 'rotate' | 'end' | 'revoke'
  readonly client: Client
}

/** The API clients with what may be done to each. */
export function clientsTable(
  clients: readonly Client[],
  may: (action: string) => boolean,
  open: (request: ClientRequest) => void,
): TemplateResult {
  return dataTable({
    caption: texts.caption,
    rows: clients,
    key: ({ client_id: id }) => id,
    columns: [
      { heading: texts.client, cell: nameCell },
      { heading: texts.roles, style: 'wide', cell: ({ roles }) => roles.join(', ') },
      { heading: texts.secret, style: 'wide', cell: describeSecret },
      { heading: '', cell: (client) => buttonsOf(client, may, open) },
    ],
  })
}

function nameCell(client: Client): TemplateResult {
  const { client_id: id, status, has_two_secrets: hasTwo, operators_roles: operators } = client
  const isActive = status === 'ACTIVE'
  return html`<code>${id}</code>
    <span class="mark ${isActive ? 'good' : 'bad'}">${isActive ? texts.active : texts.revoked}</span>
    ${hasTwo ? html`<span class="below narrow">${describeSecret(client)}</span>` : nothing}
    ${isActive && operators.length > 0 ? html`<span class="below">${texts.operatorRotates}</span>` : nothing}`
}

function buttonsOf(
  client: Client,
  may: (action: string) => boolean,
  open: (request: ClientRequest) => void,
): TemplateResult {
  const { status, has_two_secrets: hasTwo, operators_roles: operators } = client
  const button = (is: ClientRequest['is'], action: string, label: string) =>
    status === 'ACTIVE' && may(action)
      ? html`<button type="button" @click=${() => open({ is, client })}>
          ${label}<span class="unseen"> ${client.client_id}</span>
        </button>`
      : nothing
  return html`<div class="buttons">
    ${hasTwo ? button('end', 'endOldClientSecret', texts.end) : nothing}
    ${hasTwo || operators.length > 0 ? nothing : button('rotate', 'rotateClientSecret', texts.rotate)}
    ${button('revoke', 'revokeClient', texts.revoke)}
  </div>`
}

function describeSecret(client: Client): string {
  const { status, has_two_secrets: hasTwo, old_secret_until: until, public_keys: keys } = client
  if (status === 'INACTIVE') return TEXTS.none
  if (hasTwo) return until === null ? texts.twoWithoutEnd : texts.twoSecrets(formatMoment(until))
  return keys > 0 ? texts.signs : texts.oneSecret
}
