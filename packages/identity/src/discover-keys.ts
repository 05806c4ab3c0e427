import { parseUrl } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

/**
 * A provider that does not answer now does not answer a moment later, and every caller can send a token in its name.
 */
const FAILURE_COOLDOWN_MS = 5_000
const FETCH_TIMEOUT_MS = 5_000

/**
 * Returns the function that says where an issuer publishes its keys, by its discovery document (OpenID Connect Discovery
 * 1.0 §4). It asks when it is first needed, so that the provider may start after us.
 */
export function createKeyDiscovery(issuer: string, clock: Clock): () => Promise<URL> {
  let found: Promise<URL> | null = null
  let failure: { readonly error: unknown; readonly atMs: number } | null = null

  return async () => {
    if (failure && clock.now() - failure.atMs < FAILURE_COOLDOWN_MS) throw failure.error
    found ??= discoverKeys(issuer)
    try {
      return await found
    } catch (error) {
      found = null
      failure = { error, atMs: clock.now() }
      throw error
    }
  }
}

async function discoverKeys(issuer: string): Promise<URL> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json', 'user-agent': 'sluice-gateway' },
    // The document's address decides which issuer is trusted.
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  if (!response.ok)
    throw new Error(`The discovery document of ${issuer} cannot be read: HTTP ${response.status}`)
  const document = (await response.json()) as {
    readonly issuer?: unknown
    readonly jwks_uri?: unknown
  } | null
  if (document?.issuer !== issuer) throw new Error(`The discovery document of ${issuer} names another issuer`)
  const keys = typeof document.jwks_uri === 'string' ? parseUrl(document.jwks_uri) : null
  // A change of the keys on their way is enough to sign in the issuer's name.
  if (keys === null || (keys.protocol !== 'https:' && keys.protocol !== new URL(issuer).protocol)) {
    throw new Error(`The discovery document of ${issuer} has no usable jwks_uri`)
  }
  return keys
}
