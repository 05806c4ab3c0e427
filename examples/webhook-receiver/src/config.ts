/** The configuration of the shop. */
export interface ReceiverConfig {
  readonly gatewayUrl: string
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly terminalId: string
  /** `whsec_…`, several separated by commas. */
  readonly webhookSecrets: readonly string[]
  /** The file in which orders are stored. */
  readonly databaseFile: string
  /** 0 takes any free port. */
  readonly port: number
}

const DEFAULT_PORT = 3_001

const REQUIRED = [
  'SLUICE_BASE_URL',
  'SLUICE_AUTH_URL',
  'SLUICE_REALM',
  'SLUICE_CLIENT_ID',
  'SLUICE_CLIENT_SECRET',
  'SLUICE_TERMINAL_ID',
  'SLUICE_WEBHOOK_SECRET',
] as const

/**
 * Reads the configuration from environment variables.
 *
 * @throws {Error} naming every variable that is missing or unusable; values are not repeated.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ReceiverConfig {
  const missing = REQUIRED.filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`Set these environment variables: ${missing.join(', ')}`)
  const port = Number(env['PORT'] || DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT must be a number from 0 to 65535')

  const read = (name: (typeof REQUIRED)[number]) => env[name] ?? ''
  return {
    gatewayUrl: read('SLUICE_BASE_URL'),
    authUrl: read('SLUICE_AUTH_URL'),
    realm: read('SLUICE_REALM'),
    clientId: read('SLUICE_CLIENT_ID'),
    clientSecret: read('SLUICE_CLIENT_SECRET'),
    terminalId: read('SLUICE_TERMINAL_ID'),
    webhookSecrets: read('SLUICE_WEBHOOK_SECRET').split(','),
    databaseFile: env['RECEIVER_DATABASE'] || 'orders.db',
    port,
  }
}
