import type { SandboxCredentials } from '@sluice/types'
import type { Environment } from '@sluice/platform/http/http-config'

export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly methodsUrl: string
  readonly portalUrl: string
  readonly bankUrl: string
  /** Origins by name, and their fallbacks for browsers that do not resolve them. */
  readonly fallbackOrigins: Readonly<Record<string, string>>
}

/** The sandbox with which every gateway of the test environment starts. */
export interface Demo {
  readonly credentials: SandboxCredentials
  /** The path of a file with the credentials, as lines of an `.env` file. */
  readonly environmentFile: string
}

/**
 * Returns the output of the program once it accepts requests.
 *
 * @param demo - `null` in production.
 * @param portalLink - opens the portal once; null where there is none, and for programs.
 * @param json - one line for programs, with the members of `POST /simulators/sandboxes` and the other origins. @see docs/protocol/origins.md#ready-line
 */
export function describeReady(
  environment: Environment,
  addresses: Addresses,
  demo: Demo | null,
  portalLink: string | null,
  json: boolean,
): string {
  const { baseUrl, authUrl, portalUrl } = addresses
  if (json) {
    const origins = {
      methods_url: addresses.methodsUrl,
      portal_url: portalUrl,
      ...(environment === 'test'
        ? { bank_url: addresses.bankUrl, fallback_origins: addresses.fallbackOrigins }
        : {}),
    }
    return `${JSON.stringify({ ...(demo?.credentials ?? { base_url: baseUrl, auth_url: authUrl }), ...origins })}\n`
  }
  if (!demo) return `Sluice is ready at ${baseUrl} (${environment}).\n`
  const { credentials: ready, environmentFile } = demo
  const rows = [
    ['credentials', `${environmentFile} (node --env-file=${environmentFile} shop.mjs)`],
    ...(portalLink === null ? [] : [['portal', `${portalLink} (once, within 10 minutes)`] as const]),
    ['documentation', `${portalUrl}/docs/`],
    ['API reference', `${portalUrl}/reference`],
    ['token endpoint', `${ready.auth_url}/realms/${ready.realm}/protocol/openid-connect/token`],
    ['client_id', ready.client_id],
    ['client_secret', ready.client_secret],
    ['client_key', ready.client_key],
    ['terminal_id', ready.terminal_id],
  ] as const
  const lines = rows.map(([name, value]) => `  ${name.padEnd(16)}${value}`)
  return `Sluice is ready at ${baseUrl} (${environment}; no money moves).\n\n${lines.join('\n')}\n\nCtrl-C stops it.\n`
}
