import { isLoopbackAddress } from './network-address.ts'

/** The known properties of a request before its path is parsed. */
export interface RequestConnection {
  /** `https` only when the connection itself is, or a configured proxy says so. */
  readonly protocol: string
  /** The address of the socket, not of the client behind a proxy. */
  readonly peerAddress: string | undefined
  readonly userAgent: string | undefined
  /** Whether the client must send a User-Agent. */
  readonly needsUserAgent?: boolean
}

/** Accepts requests over HTTPS from clients that identify themselves. */
export function isConnectionAcceptable(
  { protocol, peerAddress, userAgent, needsUserAgent = true }: RequestConnection,
  environment: 'test' | 'production',
): boolean {
  const isPlainAllowed = environment === 'test' && peerAddress !== undefined && isLoopbackAddress(peerAddress)
  const isNamed = userAgent !== undefined && userAgent.trim() !== ''
  return (protocol === 'https' || isPlainAllowed) && (isNamed || !needsUserAgent)
}
