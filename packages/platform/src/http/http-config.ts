import type { FurtherOrigin } from './origins.ts'

/** The environment: `test` has simulators and allows plain HTTP on this machine, `production` has neither. */
export type Environment = 'test' | 'production'

/** The configuration of the HTTP edge. */
export interface HttpConfig {
  /** `test` has simulators and their tools; `production` has none. */
  readonly environment: Environment
  /** The address to listen on: `127.0.0.1`, `::`. */
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** The address at which clients reach the service: an origin, no trailing slash. `null`: where the server listens. */
  readonly baseUrl: string | null
  /** The addresses of the other origins, like {@link baseUrl}; `null`: derived from it. */
  readonly originUrls: Readonly<Record<FurtherOrigin, string | null>>
  /** Additional ports besides {@link port}, each for one of the other origins. */
  readonly originPorts: Readonly<Record<FurtherOrigin, number | null>>
  /** The issuer of access tokens, no trailing slash. `null`: the service itself, below its base URL. */
  readonly authUrl: string | null
  /** The part of the token endpoint's path that names this service. */
  readonly realm: string
  /** Addresses and CIDRs whose X-Forwarded-* headers count. */
  readonly trustedProxies: readonly string[]
}

/** The address at which a server listens: an IP address and a port; 0 takes a free one. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}
