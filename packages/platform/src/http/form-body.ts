import { RequestRefusal } from './request-refusal.ts'

/** Parses `application/x-www-form-urlencoded`; bytes that are no UTF-8 become U+FFFD, as browsers do it. */
export function parseForm(body: Uint8Array): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body))
}

/**
 * Returns the fields of a form as one object.
 *
 * @throws {RequestRefusal} 400 for a field that occurs twice: RFC 6749 §3.2 forbids it, and two readers could disagree
 * about which one counts.
 */
export function readForm(body: Uint8Array): Readonly<Record<string, string>> {
  const fields = [...parseForm(body)]
  if (new Set(fields.map(([name]) => name)).size !== fields.length) {
    throw new RequestRefusal(400, { error: 'invalid_request', error_description: 'duplicated parameter' })
  }
  return Object.fromEntries(fields)
}
