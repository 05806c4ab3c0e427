/** The configuration of the shop. None of it reaches a browser but the gateway's address. */
export interface ShopConfig {
  readonly gatewayUrl: string
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly terminalId: string
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** Certificate and key in PEM; `null` serves plain HTTP, which is fine on one's own machine only. */
  readonly tlsFiles: { readonly certificate: string; readonly key: string } | null
}

const DEFAULT_PORT = 3_001

/** The shop is a demonstration: it listens to this machine only, unless told otherwise. */
const DEFAULT_HOST = '127.0.0.1'

const REQUIRED = {
  gatewayUrl: 'SLUICE_BASE_URL',
  authUrl: 'SLUICE_AUTH_URL',
  realm: 'SLUICE_REALM',
  clientId: 'SLUICE_CLIENT_ID',
  clientSecret: 'SLUICE_CLIENT_SECRET',
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

  const { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key } = env
  if (!certificate !== !key) throw new Error('TLS_CERT_FILE and TLS_KEY_FILE belong together')

  const read = (name: keyof typeof REQUIRED) => env[REQUIRED[name]] ?? ''
  return {
    gatewayUrl: read('gatewayUrl').replace(/\/+$/, ''),
    authUrl: read('authUrl'),
    realm: read('realm'),
    clientId: read('clientId'),
    clientSecret: read('clientSecret'),
    terminalId: read('terminalId'),
    port,
    host: env['HOST'] || DEFAULT_HOST,
    tlsFiles: certificate && key ? { certificate, key } : null,
  }
}
