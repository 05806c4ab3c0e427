import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import '../design/time.ts'
import { dataTable } from '../design/data-table.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatWord } from '../wording/format.ts'
import { methodTypeName } from '../wording/method-type-name.ts'

const { connectors: texts } = OPERATOR_TEXTS

/** A connector that the configuration uses, as the gateway returns it. */
export interface Connector {
  /** The provider or the 3-D Secure server, as the configuration calls it. */
  readonly id: string
  readonly type: string
  readonly title: string
  /** The published contract that it implements; null if it implements EMV's specification. */
  readonly contract: string | null
  readonly authentication: readonly string[]
  readonly operations: readonly string[]
  readonly events: string
  readonly methods: readonly string[]
  readonly accounts: readonly ConnectedAccount[]
}

interface ConnectedAccount {
  readonly id: string
  readonly authentication: string
  readonly state: string
  readonly last_answered_at: string | null
  readonly last_event_at: string | null
}

/** Up to so many declarations are read without opening them. */
const SHOWN_MOST = 2

const MARKS: Readonly<Record<string, 'good' | 'open' | 'bad'>> = {
  CLOSED: 'good',
  PAUSED: 'open',
  OPEN: 'bad',
}

/** Renders what each connector declares, and the state of its accounts. */
export function connectorsView(connectors: readonly Connector[]): TemplateResult {
  return html`<section aria-labelledby="connectors">
    <h2 id="connectors">${texts.title}</h2>
    ${
      connectors.length === 0
        ? html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}>
            <a href="/docs/connectors.html">${texts.guide}</a>
          </portal-empty-state>`
        : [...connectors.filter(hasOpenAccount), ...connectors.filter((one) => !hasOpenAccount(one))].map(
            (one) => connectorView(one, connectors.length > SHOWN_MOST),
          )
    }
  </section>`
}

function hasOpenAccount({ accounts }: Connector): boolean {
  return accounts.some(({ state }) => state !== 'CLOSED')
}

function connectorView(connector: Connector, folds: boolean): TemplateResult {
  const { id, title, contract, authentication, operations, events, methods, accounts } = connector
  const pairs: readonly (readonly [string, string | null])[] = [
    [texts.authentication, namesOf(texts.authentications, authentication)],
    [texts.operations, namesOf(texts.operationNames, operations)],
    [texts.methods, methods.map(methodTypeName).join(', ')],
    [texts.events, namesOf(texts.eventKinds, [events])],
    [texts.contract, contract],
  ]
  const heading = html`<h3>${id} <span class="hint">${title}</span></h3>`
  const declared = html`<dl class="pairs">
      ${pairs.map(([name, value]) =>
        value
          ? html`<dt>${name}</dt>
              <dd>${value}</dd>`
          : nothing,
      )}
    </dl>
    ${accounts.length === 0 ? nothing : accountsTable(texts.accountsOf(id), accounts)}`
  if (!folds) return html`${heading} ${declared}`
  return html`<details ?open=${hasOpenAccount(connector)}>
    <summary>${heading}</summary>
    ${declared}
  </details>`
}

function accountsTable(caption: string, accounts: readonly ConnectedAccount[]): TemplateResult {
  return dataTable({
    caption,
    rows: accounts,
    key: ({ id }) => id,
    columns: [
      {
        heading: texts.account,
        cell: ({ id, authentication }) =>
          html`${id}<span class="below">${namesOf(texts.authentications, [authentication])}</span>`,
      },
      {
        heading: texts.state,
        cell: ({ state }) =>
          html`<span class="mark ${MARKS[state] ?? 'ended'}"
            >${namesOf(OPERATOR_TEXTS.accounts.states, [state])}</span
          >`,
      },
      { heading: texts.lastResponse, cell: ({ last_answered_at: at }) => momentOf(at) },
      { heading: texts.lastEvent, cell: ({ last_event_at: at }) => momentOf(at) },
    ],
  })
}

function momentOf(at: string | null): TemplateResult {
  return at === null
    ? html`<span class="hint">${texts.never}</span>`
    : html`<portal-time .at=${at} relative></portal-time>`
}

/** Words of the contract by their names. */
function namesOf(names: Readonly<Record<string, string>>, words: readonly string[]): string {
  return words.map((word) => names[word] ?? formatWord(word)).join(', ')
}
