/**
 * The reason why no connection was made: the name did not resolve or the port was closed, the certificate was
 * rejected, or the port does not speak TLS. In each case, no byte of the request was sent.
 */
export type ConnectFailure = 'unreachable' | 'certificate' | 'not_tls'

/** Codes that name their failure exactly: Node's, then Bun's. */
const FAILURE_BY_CODE: Readonly<Record<string, ConnectFailure>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ConnectionRefused: 'unreachable',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_tls',
}

/**
 * Codes of a certificate that this side refused, as OpenSSL and Node write them. Alerts of the other side (`ERR_SSL_…_ALERT_…`)
 * are left out: with TLS 1.3 they can arrive after the request.
 */
const CERTIFICATE_CODE =
  /^(?:CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_ALTNAME_)/

/** Deno has no codes; its HTTP library names the phase that failed. */
const DENO_CONNECT = 'client error (Connect)'

/** Causes are nested a few deep; a longer chain is circular. */
const DEPTH_MAX = 8

/**
 * Finds out why a connection could not be made from what `fetch` threw. Errors are recognised by their members and not by
 * their class: test runners and sandboxes throw those of another realm.
 *
 * @returns `undefined` when a connection was or may have been made: a reset or a time-out can follow the request.
 */
export function findConnectFailure(error: unknown, depth = 0): ConnectFailure | undefined {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return undefined
  const { code, syscall, message, errors, cause } = error as Readonly<Record<string, unknown>>
  // A name with several addresses, each of which was tried.
  if (Array.isArray(errors) && errors.length > 0) {
    const failures = errors.map((each: unknown) => findConnectFailure(each, depth + 1))
    return failures.includes(undefined) ? undefined : failures[0]
  }
  if (typeof code === 'string') {
    if (Object.hasOwn(FAILURE_BY_CODE, code)) return FAILURE_BY_CODE[code]
    if (CERTIFICATE_CODE.test(code)) return 'certificate'
  }
  // Node names the call that failed; before connecting succeeded nothing was written.
  if (syscall === 'connect') return 'unreachable'
  if (typeof message === 'string' && message.includes(DENO_CONNECT))
    return message.includes('certificate') ? 'certificate' : 'unreachable'
  return findConnectFailure(cause, depth + 1)
}
