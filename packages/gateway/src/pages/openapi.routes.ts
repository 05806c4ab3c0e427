import { ENDPOINTS } from '@sluice/types'
import { buildOpenApi, type OpenApiDocument } from '@sluice/types/openapi'
import { API_VERSION } from '@sluice/platform/http/api-version'
import { baseUrlOf, type HttpServer } from '@sluice/platform/http/http-server'

import { Asset, sendAsset } from './asset.ts'

/** The contract is public, like the documentation. The reference, at the portal's origin, also loads it. */
const FOR_ANY_PAGE = {
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
} as const

/** The files from the endpoint table, for tools. The code that builds them is not loaded at the start. */
const FILES: readonly {
  readonly path: string
  readonly type: string
  readonly write: (document: OpenApiDocument) => string | Promise<string>
}[] = [
  {
    path: '/openapi.json',
    type: 'application/json; charset=utf-8',
    write: (document) => JSON.stringify(document),
  },
  {
    path: '/sluice.http',
    type: 'text/plain; charset=utf-8',
    async write(document) {
      const { makeHttpFile } = await import('./request-files/http-file.ts')
      return makeHttpFile(document)
    },
  },
  {
    path: '/sluice.bruno.json',
    type: 'application/json; charset=utf-8',
    async write(document) {
      const { makeBrunoCollection } = await import('./request-files/bruno-collection.ts')
      return JSON.stringify(makeBrunoCollection(document))
    },
  },
]

/** Serves `/openapi.json` and the request files derived from it, with the addresses of this service. */
export function registerOpenApi(server: HttpServer): void {
  for (const { path, type, write } of FILES) {
    // Built at the first request, because only then is the server's address known.
    let asset: Asset | undefined
    server.get(path, async (request, reply) => {
      asset ??= new Asset(type, await write(describeApi(server)))
      return sendAsset(request, reply, asset, FOR_ANY_PAGE)
    })
  }
}

/** Returns the document with the addresses of this service. Call it once the server listens. */
export function describeApi(server: HttpServer): OpenApiDocument {
  const { authUrl, realm } = server.edge.options.config
  const baseUrl = baseUrlOf(server)
  // The parts are registered together or not at all.
  const hasSimulators = server.hasRoute({ method: 'GET', url: ENDPOINTS.readClock.path })
  return buildOpenApi({ baseUrl, authUrl: authUrl ?? baseUrl, realm, version: API_VERSION, hasSimulators })
}
