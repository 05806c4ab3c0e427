import { type ClientOptions, createClient, type GatewayClient } from '@sluice/server-sdk'
import type { SandboxCredentials } from '@sluice/types'

/** Creates the SDK client with the credentials of a merchant of a test gateway. */
export function clientOf(
  { base_url, auth_url, realm, client_id, client_secret }: SandboxCredentials,
  options: Partial<ClientOptions> = {},
): GatewayClient {
  return createClient({
    baseUrl: base_url,
    authUrl: auth_url,
    realm,
    clientId: client_id,
    clientSecret: client_secret,
    ...options,
  })
}
