import type { ClientOptions } from './client-options.ts'
import { findCopyingProblem } from './copying-problem.ts'
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
 * Completes `given` with the operator's options from environment variables. With a `privateKey`, it reads no secret,
 * because a client has one of the two.
 *
 * @throws When variables are missing; the message names all of them. When one has white space or quotes around its
 *   value. No message repeats a value. {@link ConfigurationError}
 */
export function readEnvironment(
  given: Partial<ClientOptions>,
  env: Environment = processEnvironment(),
): ClientOptions {
  const options = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
  const lacking = options.filter(
    (option) => given[option] === undefined && (option !== 'clientSecret' || given.privateKey === undefined),
  )
  const missing = lacking.map((option) => VARIABLES[option]).filter((name) => !env[name])
  if (missing.length > 0)
    throw new ConfigurationError(
      missing.join(', '),
      'must be set in the environment; `sluice-gateway start` prints the values of a sandbox',
    )
  for (const name of lacking.map((option) => VARIABLES[option])) {
    const problem = findCopyingProblem(env[name] ?? '')
    if (problem !== undefined) throw new ConfigurationError(name, problem)
  }
  const read = Object.fromEntries(lacking.map((option) => [option, env[VARIABLES[option]]]))
  return { ...given, ...read } as ClientOptions
}

function processEnvironment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } }
  return process?.env ?? {}
}
