import type { HttpServer } from '@sluice/platform/http/http-server'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'

export interface BrandingAssetPorts {
  readonly findBrandingAsset: (
    digest: string,
  ) => Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | null>
}

const DIGEST = /^[0-9a-f]{64}$/

/** Serves logos and fonts of merchants from the gateway's own origin, the only one from which its pages load files. */
export function registerBrandingAssets(server: HttpServer, ports: BrandingAssetPorts): void {
  server.get('/branding/:digest', async (request, reply) => {
    const { digest } = request.params as { readonly digest: string }
    const asset = DIGEST.test(digest) ? await ports.findBrandingAsset(digest) : null
    if (asset === null) throw new RequestRefusal(404, { error: 'Not Found' })
    return reply
      .type(asset.mediaType)
      .headers({
        // The name is the hash of the bytes, so the content never changes.
        'cache-control': 'public, max-age=31536000, immutable',
        // The methods frame has another origin, and fonts need CORS.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(asset.bytes)
  })
}
