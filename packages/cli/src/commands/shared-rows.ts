import type { CommandOption } from './command.ts'

/** The help about the credentials of commands that call a running gateway. */
export const CREDENTIALS =
  'Credentials come from SLUICE_BASE_URL, SLUICE_AUTH_URL, SLUICE_REALM, SLUICE_CLIENT_ID, SLUICE_CLIENT_SECRET and\n' +
  'SLUICE_TERMINAL_ID, or from demo.env in the data directory, which start writes. Without them the login for\n' +
  'SLUICE_PORTAL_URL is used, or the only login that sluice-gateway login stored.'

/** Only one process at a time can open the embedded database. */
export const STOP_FIRST = 'The embedded database belongs to one process: stop the gateway first.'
export const ONLY_WHILE_STOPPED =
  'The embedded database belongs to one process: while the gateway is running, use its portal or its endpoint.'

export const JSON_LINE = {
  type: 'boolean',
  meaning: 'Prints the result as one line of JSON',
} as const satisfies CommandOption

export const JSON_RESULT = {
  type: 'boolean',
  meaning: 'Prints the result as JSON',
} as const satisfies CommandOption

export const AMOUNT_IN_MINOR_UNITS = {
  type: 'string',
  placeholder: '<n>',
  meaning: 'In minor units: 1000 is 10.00',
} as const satisfies CommandOption

export const LIMIT = {
  type: 'string',
  placeholder: '<n>',
  meaning: 'The maximum number; default 20',
} as const satisfies CommandOption

export const FROM = {
  type: 'string',
  placeholder: '<time>',
  meaning: 'Created at or after this time (RFC 3339)',
} as const satisfies CommandOption

export const TO = {
  type: 'string',
  placeholder: '<time>',
  meaning: 'Created before this time (RFC 3339)',
} as const satisfies CommandOption

export const REASON = {
  type: 'string',
  placeholder: '<text>',
  meaning: 'The reason; stored in the audit trail',
} as const satisfies CommandOption
