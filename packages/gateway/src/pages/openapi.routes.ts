import { ENDPOINTS } from '@sluice/types'
import { buildOpenApi, type OpenApiDocument } from '@sluice/types/openapi'
import { API_VERSION } from '@sluice/platform/http/api-version'
import { baseUrlOf, type HttpServer } from '@sluice/platform/http/http-server'

import { Asset, sendAsset } from './asset.ts'

/** It says what the documentation says. The reference, at the portal's origin, reads it too. */
const FOR_ANY_PAGE = {
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
} as const

/** Serves `/openapi.json`: the endpoint table as an OpenAPI document with the addresses of this very service. */
export function registerOpenApi(server: HttpServer): void {
  // Made when it is first asked for: only then is it known where the server listens.
  let asset: Asset | undefined
  server.get('/openapi.json', async (request, reply) => {
    asset ??= new Asset('application/json; charset=utf-8', JSON.stringify(describeApi(server)))
    return sendAsset(request, reply, asset, FOR_ANY_PAGE)
  })
}

/** The document with the addresses of this service; to be made once the server listens. */
export function describeApi(server: HttpServer): OpenApiDocument {
  const { authUrl, realm } = server.edge.options.config
  const baseUrl = baseUrlOf(server)
  // They are registered together or not at all.
  const hasSimulators = server.hasRoute({ method: 'GET', url: ENDPOINTS.readClock.path })
  return buildOpenApi({ baseUrl, authUrl: authUrl ?? baseUrl, realm, version: API_VERSION, hasSimulators })
}
