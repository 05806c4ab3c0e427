/** Where the gateway is, and who calls it. */
export interface ExampleConfig {
  readonly baseUrl: string
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly terminalId: string
}

const VARIABLES = {
  baseUrl: 'SLUICE_BASE_URL',
  authUrl: 'SLUICE_AUTH_URL',
  realm: 'SLUICE_REALM',
  clientId: 'SLUICE_CLIENT_ID',
  clientSecret: 'SLUICE_CLIENT_SECRET',
  terminalId: 'SLUICE_TERMINAL_ID',
} as const satisfies Record<keyof ExampleConfig, string>

/**
 * Reads the configuration from environment variables.
 *
 * @throws {Error} naming every variable that is missing.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ExampleConfig {
  const missing = Object.values(VARIABLES).filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`Set these environment variables: ${missing.join(', ')}`)
  const entries = Object.entries(VARIABLES).map(([member, name]) => [member, env[name] ?? ''])
  return Object.fromEntries(entries) as ExampleConfig
}
