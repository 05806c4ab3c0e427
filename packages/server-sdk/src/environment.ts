import type { ClientOptions } from './client-options.ts'
import { ConfigurationError } from './errors/configuration-error.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

const VARIABLES = {
  baseUrl: 'SLUICE_BASE_URL',
  authUrl: 'SLUICE_AUTH_URL',
  realm: 'SLUICE_REALM',
  clientId: 'SLUICE_CLIENT_ID',
  clientSecret: 'SLUICE_CLIENT_SECRET',
} as const satisfies Partial<Record<keyof ClientOptions, string>>

/**
 * Reads the options that the operator gives from environment variables.
 *
 * @throws When variables are missing. Names all of them and repeats no value. {@link ConfigurationError}
 */
export function readEnvironment(
  env: Environment = processEnvironment(),
): Pick<ClientOptions, keyof typeof VARIABLES> {
  const missing = Object.values(VARIABLES).filter((name) => !env[name])
  if (missing.length > 0)
    throw new ConfigurationError(
      missing.join(', '),
      'must be set in the environment; `sluice-gateway start` prints the values of a sandbox',
    )
  const entries = Object.entries(VARIABLES).map(([option, name]) => [option, env[name]])
  return Object.fromEntries(entries) as Pick<ClientOptions, keyof typeof VARIABLES>
}

function processEnvironment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } }
  return process?.env ?? {}
}
