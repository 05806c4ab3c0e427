import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'

import type { SettingsDocument, TerminalDocument } from './portal-settings.ts'

/** The requested change, by the members of the body. */
export type RequestedChange = Readonly<Record<string, unknown>>

/** The reason why a requested change is refused. */
export type ChangeRefusal =
  | 'unknown'
  | 'operators_status'
  | 'operators_feature'
  | 'client_keys_full'
  | 'client_key_active'

/** One kind of change. */
export interface SettingsChange {
  /** The members that a body may have, besides the version. */
  readonly members: readonly string[]
  /** The reason for a refusal; null if the change is allowed. */
  readonly validate: (
    document: SettingsDocument,
    id: string,
    requested: RequestedChange,
  ) => ChangeRefusal | null
  readonly apply: (document: SettingsDocument, id: string, requested: RequestedChange) => SettingsDocument
  /** The path of the members within the entry, which is removed from the paths of problems. */
  readonly place: (document: SettingsDocument, id: string) => string
}

/** Pays money out: only the operator grants it. */
const OPERATORS_FEATURE = 'TRX_TYPE_PAYOUT'

/** The statuses that users can set for a terminal; only its operator can create or remove it. */
const PEOPLES_STATUSES: readonly unknown[] = ['ACTIVE', 'NOT_ACCEPTING']

const ofMerchant = (members: readonly string[]): SettingsChange => ({
  members,
  validate: () => null,
  apply: (document, _, requested) => ({ ...document, ...requested }),
  place: () => '',
})

/**
 * The kinds of changes. They exclude names, statuses of merchants, routing and accounts, which the operator manages.
 */
export const SETTINGS_CHANGES = {
  changeLook: ofMerchant(['language', 'languages', 'branding', 'shoppers_remove_cards']),
  changeWebhookHosts: ofMerchant(['webhook_hosts']),
  changeRisk: {
    ...ofMerchant(['rules']),
    apply: ({ risk: _, ...document }, __, { rules }) =>
      rules === null ? document : { ...document, risk: { rules } },
    place: () => 'risk.',
  },
  changeTerminal: {
    members: ['status', 'features', 'brands', 'installments', 'origins'],
    validate(document, id, { status, features }) {
      const terminal = findTerminal(document, id)
      if (terminal === undefined) return 'unknown'
      const isOperators = terminal.status === 'INACTIVE' || !PEOPLES_STATUSES.includes(status)
      if (status !== undefined && status !== terminal.status && isOperators) return 'operators_status'
      const has = (list: readonly unknown[]) => list.includes(OPERATORS_FEATURE)
      return Array.isArray(features) && has(features) !== has(terminal.features) ? 'operators_feature' : null
    },
    apply: (document, id, requested) => ({
      ...document,
      terminals: document.terminals?.map((one) => (one.terminal_id === id ? { ...one, ...requested } : one)),
    }),
    place: ({ terminals = [] }, id) =>
      `terminals[${terminals.findIndex(({ terminal_id: one }) => one === id)}].`,
  },
  changeClientKey: {
    members: ['status', 'origins'],
    validate: ({ client_keys: keys = [] }, id) =>
      keys.some(({ client_key: key }) => key === id) ? null : 'unknown',
    apply: (document, id, requested) => ({
      ...document,
      client_keys: document.client_keys?.map((one) =>
        one.client_key === id ? { ...one, ...requested } : one,
      ),
    }),
    place: ({ client_keys: keys = [] }, id) =>
      `client_keys[${keys.findIndex(({ client_key: key }) => key === id)}].`,
  },
  deleteClientKey: {
    members: [],
    // A deleted key never comes back. Switched off first, a page that still uses the key is noticed while there is a way back.
    validate({ client_keys: keys = [] }, id) {
      const key = keys.find(({ client_key: one }) => one === id)
      if (key === undefined) return 'unknown'
      return key.status === 'INACTIVE' ? null : 'client_key_active'
    },
    apply: (document, id) => ({
      ...document,
      client_keys: document.client_keys?.filter(({ client_key: key }) => key !== id),
    }),
    place: () => '',
  },
  createClientKey: {
    members: ['origins'],
    // Settings are changed where nothing changed since they were read: the count holds in the commit that adds.
    validate: ({ client_keys: keys = [] }) =>
      keys.length >= MERCHANT_CAPS.clientKeys ? 'client_keys_full' : null,
    apply: (document, id, { origins }) => ({
      ...document,
      client_keys: [...(document.client_keys ?? []), { client_key: id, origins }],
    }),
    place: ({ client_keys: keys = [] }) => `client_keys[${keys.length}].`,
  },
} as const satisfies Record<string, SettingsChange>

function findTerminal(document: SettingsDocument, id: string): TerminalDocument | undefined {
  return document.terminals?.find(({ terminal_id: one }) => one === id)
}
