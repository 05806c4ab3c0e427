import { CLIENT_ASSERTION_TYPE, clientOfAssertion } from './client-assertion.ts'

/** The credentials with which a client authenticates. */
export interface ClientCredentials {
  readonly clientId: string
  /** Empty when none was given. */
  readonly clientSecret: string
  /** A JWT that the client has signed in place of a secret. */
  readonly assertion?: string
}

export type CredentialsReading =
  | { readonly ok: true; readonly credentials: ClientCredentials }
  | { readonly ok: false; readonly reason: 'client_id_missing' | 'client_refused' | 'credentials_differ' }

interface CredentialFields {
  readonly client_id?: string | undefined
  readonly client_secret?: string | undefined
  readonly client_assertion?: string | undefined
  readonly client_assertion_type?: string | undefined
}

/**
 * Reads the client's credentials: a signed assertion (RFC 7523 §2.2), or id and secret from the form, from HTTP Basic (RFC
 * 6749 §2.3.1), or from both when they agree. A client shows one kind of proof (RFC 6749 §2.3).
 *
 * @param authorization - the request's header.
 */
export function readClientCredentials(
  fields: CredentialFields,
  authorization: string | undefined,
): CredentialsReading {
  const { client_id: formId, client_secret: formSecret, client_assertion: assertion } = fields
  if (assertion !== undefined) {
    if (authorization !== undefined || formSecret !== undefined)
      return { ok: false, reason: 'credentials_differ' }
    const clientId = clientOfAssertion(assertion)
    const isAssertion = fields.client_assertion_type === CLIENT_ASSERTION_TYPE && clientId !== null
    if (!isAssertion || (formId ?? clientId) !== clientId) return { ok: false, reason: 'client_refused' }
    return { ok: true, credentials: { clientId, clientSecret: '', assertion } }
  }
  if (authorization === undefined) {
    if (!formId) return { ok: false, reason: 'client_id_missing' }
    return { ok: true, credentials: { clientId: formId, clientSecret: formSecret ?? '' } }
  }
  const credentials = decodeBasic(authorization)
  if (credentials === null) return { ok: false, reason: 'client_refused' }
  const agree =
    (formId ?? credentials.clientId) === credentials.clientId &&
    (formSecret ?? credentials.clientSecret) === credentials.clientSecret
  if (!agree) return { ok: false, reason: 'credentials_differ' }
  if (credentials.clientId === '') return { ok: false, reason: 'client_id_missing' }
  return { ok: true, credentials }
}

/** RFC 7617 §2, with both parts form-encoded inside as RFC 6749 §2.3.1 demands. */
function decodeBasic(authorization: string): ClientCredentials | null {
  const match = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization)
  if (match === null) return null
  const [id, ...secret] = Buffer.from(match[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')
  if (id === undefined || secret.length === 0) return null
  const clientId = decodeFormText(id)
  const clientSecret = decodeFormText(secret.join(':'))
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret }
}

function decodeFormText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
