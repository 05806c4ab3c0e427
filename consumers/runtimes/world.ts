import type { ClientOptions } from '@sluice/server-sdk'

/** The servers that the cases call. Plain data: it travels as JSON into other runtimes. */
export interface Fixture {
  /** The credentials for a real gateway with its simulators. */
  readonly gateway: Credentials
  readonly terminalId: string
  /** A stand-in that fails on demand; nothing listens on `closed`. */
  readonly stub: Credentials
  readonly closed: Credentials
}

export type Credentials = Pick<ClientOptions, 'baseUrl' | 'authUrl' | 'realm' | 'clientId' | 'clientSecret'>
