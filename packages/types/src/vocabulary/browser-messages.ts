import { TRANS_STATUSES, type TransStatus } from './three-ds.ts'

/** The message extensions of an issuer may fill a whole request, which takes 64 KiB; longer texts are not decoded. */
export const BROWSER_MESSAGE_MAX_CHARS = 65_536

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The message that an issuer's page sends at the end of a challenge. Unsigned: a hint to ask the 3-D Secure server. */
export interface ChallengeNotice {
  /** UUID in lower case; null when the message has none or cannot be read. */
  readonly threeDsServerTransId: string | null
  /** UUID in lower case; null when the message has none or cannot be read. */
  readonly acsTransId: string | null
  /** Null in an error message, and if the issuer omitted it. */
  readonly transStatus: TransStatus | null
}

/**
 * Reads the `cres` form field in every form that issuers' pages send. A text that cannot be read gives three nulls: it
 * still says that the challenge has ended.
 */
export function readChallengeNotice(cres: string): ChallengeNotice {
  const message = readBrowserMessage(cres)
  return {
    threeDsServerTransId: asUuid(message?.['threeDSServerTransID']),
    acsTransId: asUuid(message?.['acsTransID']),
    transStatus: TRANS_STATUSES.find((status) => status === message?.['transStatus']) ?? null,
  }
}

/**
 * Decodes the JSON object in a message that travelled through a browser. Accepts both Base64 alphabets, padded or not,
 * with line breaks, with spaces where a form decoder replaced `+`, percent-encoded twice, and with a byte order mark.
 *
 * @returns Null when the text is longer than {@link BROWSER_MESSAGE_MAX_CHARS} or holds no JSON object.
 */
export function readBrowserMessage(encoded: string): Readonly<Record<string, unknown>> | null {
  for (const text of decodeBrowserText(encoded)) {
    const message = parseObject(text)
    if (message !== null) return message
  }
  return null
}

/**
 * Decodes the text in such a message, in up to two readings: a space within Base64 was a `+`, or the end of a line.
 */
export function decodeBrowserText(encoded: string): readonly string[] {
  if (encoded.length > BROWSER_MESSAGE_MAX_CHARS) return []
  const trimmed = decodePercent(encoded)
    .replace(/[^\S ]+/g, '')
    .trim()
  const readings = new Set([trimmed.replaceAll(' ', '+'), trimmed.replaceAll(' ', '')])
  return [...readings].flatMap((base64) => decodeBase64(base64) ?? [])
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function decodeBase64(text: string): string | null {
  const unpadded = text
    .replace(/(?<!=)=+$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (unpadded === '') return null
  try {
    // TextDecoder skips a byte order mark.
    return new TextDecoder().decode(Uint8Array.from(atob(unpadded), (character) => character.charCodeAt(0)))
  } catch {
    return null
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function asUuid(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : null
}
