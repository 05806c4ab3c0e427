import type { SimulatedCresForm } from '@sluice/types/vocabulary'

import { type BrowserMessage as Message, encodeMessage as base64Url } from './browser-messages.ts'

/**
 * A CRes of EMV 3DS 2.2 has about 300 characters in a browser flow. The message extensions of some banks add
 * kilobytes.
 */
const LARGE_EXTENSION_CHARS = 4_096

/** A member whose Base64 contains `+` and `/` in the standard alphabet. */
const WITH_PLUS = { acsCounter: '>>>>>>~~~~~~??????' }

/** The malformed CRes variants that real banks post. */
const FORMS: Readonly<Record<SimulatedCresForm, (message: Message) => string>> = {
  PLAIN: base64Url,
  PADDED: (message) => padded(base64Url(message)),
  STANDARD_ALPHABET: (message) => base64({ ...message, ...WITH_PLUS }),
  LINES_OF_76: (message) => base64(message).replace(/.{76}/g, '$&\r\n'),
  TRAILING_LINE_BREAK: (message) => `${base64Url(message)}\r\n`,
  LEADING_SPACE: (message) => ` ${base64Url(message)}`,
  PLUS_AS_SPACE: (message) => base64({ ...message, ...WITH_PLUS }).replaceAll('+', ' '),
  PERCENT_ENCODED_TWICE: (message) => encodeURIComponent(base64({ ...message, ...WITH_PLUS })),
  BYTE_ORDER_MARK: (message) => Buffer.from(`\ufeff${JSON.stringify(message)}`).toString('base64url'),
  UPPER_CASE_IDS: (message) =>
    base64Url({
      ...message,
      threeDSServerTransID: String(message['threeDSServerTransID']).toUpperCase(),
      acsTransID: String(message['acsTransID']).toUpperCase(),
    }),
  LARGE_EXTENSION: (message) => base64Url({ ...message, messageExtension: [LARGE_EXTENSION] }),
  NO_TRANS_STATUS: ({ transStatus: _, ...message }) => base64Url(message),
  ERROR_MESSAGE: ({ transStatus: _, ...message }) =>
    base64Url({ ...message, messageType: 'Erro', errorCode: '403' }),
  UNREADABLE: () => '*',
  EMPTY: () => '',
}

const LARGE_EXTENSION = {
  name: 'bank',
  id: 'A000000000-bank',
  criticalityIndicator: false,
  data: { note: 'x'.repeat(LARGE_EXTENSION_CHARS) },
}

/** Encodes a final message in the variant that the bank posts. */
export function encodeCres(message: Message, form: SimulatedCresForm): string {
  return FORMS[form](message)
}

function base64(message: Message): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64')
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}
