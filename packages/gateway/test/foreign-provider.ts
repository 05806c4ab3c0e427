import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'

const MOUNT = '/realms/shop'
const TOKEN_PATH = '/protocol/openid-connect/token'

export interface ForeignProvider {
  readonly origin: string
  readonly issuer: string
  /** The requested grants, in order. */
  readonly grants: string[]
  close(): void
}

/**
 * A foreign identity provider, with the addresses of a Keycloak.
 *
 * @param options - `refreshTokens`: whether client credentials get one, as in a Keycloak with that setting; the
 *   library itself does not issue them.
 */
export async function startForeignProvider(options: {
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  readonly claims: () => Record<string, unknown>
  readonly refreshTokens: boolean
}): Promise<ForeignProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = origin + MOUNT
  const grants: string[] = []

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] },
    routes: { token: TOKEN_PATH, jwks: '/protocol/openid-connect/certs' },
    ttl: { ClientCredentials: 300 },
    extraTokenClaims: () => ({ azp: options.clientId, ...options.claims() }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://payments.example',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: options.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
        }),
      },
    },
  })

  let issued = 0
  const usable = new Set<string>()
  provider.use(async (context: KoaContextWithOIDC, next) => {
    if (context.path !== TOKEN_PATH) return next()
    const form = new URLSearchParams(await readText(context.req))
    const grant = form.get('grant_type') ?? ''
    grants.push(grant)
    if (options.refreshTokens && usable.delete(form.get('refresh_token') ?? '')) {
      form.set('grant_type', 'client_credentials')
      form.delete('refresh_token')
    }
    Object.assign(context.req, { body: Object.fromEntries(form) })
    await next()
    if (options.refreshTokens && context.status === 200) {
      issued += 1
      usable.add(`refresh-${issued}`)
      Object.assign(context.body as object, { refresh_token: `refresh-${issued}` })
    }
  })

  const answer = provider.callback()
  server.on('request', (request, response) => {
    Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').replace(MOUNT, '') })
    void answer(request, response)
  })
  return {
    origin,
    issuer,
    grants,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks = (await request.toArray()) as Buffer[]
  return Buffer.concat(chunks).toString()
}
