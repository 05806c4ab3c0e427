/** The configuration of the shop. Only `clientKey` and `gatewayUrl` ever reach a browser. */
export interface ShopConfig {
  /** Address of the gateway's API; the browser loads the card fields from there. */
  readonly gatewayUrl: string
  /** The origin on which the gateway shows banks' pages. */
  readonly methodsUrl: string
  /** The same by port, in a test environment on this machine: Safari does not resolve names below `localhost`. */
  readonly methodsFallbackUrl: string | null
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  /** Public key of the browser library. */
  readonly clientKey: string
  readonly terminalId: string
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
}

const DEFAULT_PORT = 3_000

/** The shop is a demonstration: it listens to this machine only, unless told otherwise. */
const DEFAULT_HOST = '127.0.0.1'

const REQUIRED = {
  gatewayUrl: 'SLUICE_BASE_URL',
  methodsUrl: 'SLUICE_METHODS_URL',
  authUrl: 'SLUICE_AUTH_URL',
  realm: 'SLUICE_REALM',
  clientId: 'SLUICE_CLIENT_ID',
  clientSecret: 'SLUICE_CLIENT_SECRET',
  clientKey: 'SLUICE_CLIENT_KEY',
  terminalId: 'SLUICE_TERMINAL_ID',
} as const

/**
 * Reads the configuration from environment variables.
 *
 * @throws {Error} naming every variable that is missing or unusable; values are not repeated.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ShopConfig {
  const missing = Object.values(REQUIRED).filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`Set these environment variables: ${missing.join(', ')}`)

  const port = Number(env['PORT'] || DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT must be a number from 0 to 65535')

  const read = (name: keyof typeof REQUIRED) => env[REQUIRED[name]] ?? ''
  return {
    gatewayUrl: read('gatewayUrl').replace(/\/+$/, ''),
    methodsUrl: read('methodsUrl'),
    methodsFallbackUrl: env['SLUICE_METHODS_FALLBACK_URL'] || null,
    authUrl: read('authUrl'),
    realm: read('realm'),
    clientId: read('clientId'),
    clientSecret: read('clientSecret'),
    clientKey: read('clientKey'),
    terminalId: read('terminalId'),
    port,
    host: env['HOST'] || DEFAULT_HOST,
  }
}
