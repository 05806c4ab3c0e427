import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ALWAYS_SPOKEN } from '@sluice/types/vocabulary'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import { html, pageHeaders } from '@sluice/shared/html'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import type { MerchantEntry } from '../configuration-file/index.ts'
import {
  ownHeaders,
  pageLanguage,
  pagePolicy,
  SAMPLE_PAGES,
  samplePage,
} from '../hosted-payment-page/index.ts'
import { type BrandingAsset, brandingAssetPath, fetchBrandingAsset } from '../merchants/index.ts'
import { createFetchAsset } from '../composition/configuration.ts'

export interface Preview {
  readonly url: string
  close(): Promise<void>
}

const NONCE_BYTES = 16

const random = createSystemRandom(systemClock)

/**
 * Serves sample pages in a merchant's look, only to this machine. It needs no database and stores nothing.
 *
 * @throws When the logo or the font cannot be used; the message names the reason.
 */
export async function previewBranding(
  config: Pick<Config, 'environment' | 'localReceivers' | 'outgoingPorts'>,
  { merchant }: Pick<MerchantEntry, 'merchant'>,
  port: number,
): Promise<Preview> {
  const { renderDocument } = loadHostedPage()
  const assets = new Map<string, BrandingAsset>()
  const fetchAsset = createFetchAsset(config)
  const settle = async (kind: 'logo' | 'font', url: string | null) => {
    if (url === null) return null
    const asset = await fetchBrandingAsset(merchant.id, kind, url, { fetchAsset })
    const path = brandingAssetPath(asset.digest)
    assets.set(path, asset)
    return path
  }
  const branding = {
    ...merchant.branding,
    logo_url: await settle('logo', merchant.branding.logo_url),
    font_url: await settle('font', merchant.branding.font_url),
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://preview')
    const asset = assets.get(pathname)
    if (asset) return void response.writeHead(200, { 'content-type': asset.mediaType }).end(asset.bytes)
    const sample = SAMPLE_PAGES[pathname.slice(1)]
    if (sample === undefined) {
      const status = pathname === '/' ? 200 : 404
      return void response.writeHead(status, pageHeaders("default-src 'none'")).end(listPage(merchant.name))
    }
    const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('base64')
    const { locale, languages } = merchant
    const language = pageLanguage(searchParams.get('lang'), {
      locale,
      languages: [...ALWAYS_SPOKEN, ...languages],
    })
    const look = { branding, locale, languages }
    const view = samplePage(sample, look, {
      language,
      nonce,
      nowMs: systemClock.now(),
      returnUrl: urlOf(server),
    })
    response
      .writeHead(200, {
        ...pageHeaders(pagePolicy(nonce, view.session?.methods_url ?? "'none'")),
        ...ownHeaders(false, urlOf(server)),
      })
      .end(renderDocument(view))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: urlOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function listPage(merchantName: string): string {
  const pages = Object.entries(SAMPLE_PAGES)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Payment page of ${merchantName}</title>
      </head>
      <body>
        <h1>Payment page of ${merchantName}</h1>
        <ul>
          ${pages.map(([path, { title }]) => html`<li><a href="/${path}">${title}</a></li>`)}
        </ul>
      </body>
    </html>`.toString()
}
