/** The configuration of the shop. */
export interface ShopConfig {
  readonly baseUrl: string
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clientKey: string
  readonly terminalId: string
  /** 0 takes any free port. */
  readonly port: number
}

/** @throws When a variable is missing; its message names it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ShopConfig {
  const read = (name: string): string => {
    const value = env[name]
    if (!value)
      throw new Error(`Set the environment variable ${name}; the README says where its value comes from`)
    return value
  }
  return {
    baseUrl: read('SLUICE_BASE_URL'),
    authUrl: read('SLUICE_AUTH_URL'),
    realm: read('SLUICE_REALM'),
    clientId: read('SLUICE_CLIENT_ID'),
    clientSecret: read('SLUICE_CLIENT_SECRET'),
    clientKey: read('SLUICE_CLIENT_KEY'),
    terminalId: read('SLUICE_TERMINAL_ID'),
    port: Number(env['PORT'] ?? 3005),
  }
}
