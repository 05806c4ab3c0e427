/** The reason for a missing answer, by error code, as merchants see it. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the response',
  EPIPE: 'the connection was closed before the response',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host cannot be reached',
  ENOTFOUND: 'the host name has no address',
  ENODATA: 'the host name has no address',
  ESERVFAIL: 'the name server failed',
  ECONNABORTED: 'the name server failed',
  EAI_AGAIN: 'the name server failed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  HPE_HEADER_OVERFLOW: 'the headers of its response are too long',
}

export function describeNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  // Several addresses were tried; the first error says as much as all.
  if (error instanceof AggregateError && error.errors.length > 0) return describeNoAnswer(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code === null) return error.message
  const reason = REASONS[code]
  if (reason !== undefined) return `${reason} (${code})`
  return code.startsWith('HPE_') ? `its response is not valid HTTP (${code})` : code
}
