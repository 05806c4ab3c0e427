import type { HttpServer } from '@sluice/platform/http/http-server'
import type { ScriptRecord } from '@sluice/shared/script-record'

import { Asset, FOR_ANY_PAGE, sendAsset, SHORT_CACHE, toJson } from './asset.ts'

interface BrowserScript {
  readonly script: string
  readonly release: string
  /** The files, beginning with the script. */
  readonly scripts: readonly ScriptRecord[]
}

// The release determines the content, so it never changes.
const LONG_CACHE = 'public, max-age=31536000, immutable'

/** Serves the script of merchants' pages, and the hash with which to pin it. */
export function registerBrowserScript(server: HttpServer, { script, release, scripts }: BrowserScript): void {
  const pinned = `/embedded-fields/${release}/embedded-fields.js`
  const program = new Asset('text/javascript; charset=utf-8', script)
  const integrity = toJson({
    release,
    files: scripts.slice(0, 1).map(({ purpose, integrity }) => ({ path: pinned, integrity, purpose })),
  })
  const addresses: Readonly<Record<string, readonly [Asset, cache: string]>> = {
    '/embedded-fields.js': [program, SHORT_CACHE],
    '/embedded-fields.v1.js': [program, SHORT_CACHE],
    [pinned]: [program, LONG_CACHE],
    '/embedded-fields/sri.json': [integrity, SHORT_CACHE],
    [`/embedded-fields/${release}/sri.json`]: [integrity, LONG_CACHE],
  }
  for (const [path, [asset, cache]] of Object.entries(addresses)) {
    server.get(path, (request, reply) =>
      sendAsset(request, reply, asset, { ...FOR_ANY_PAGE, 'cache-control': cache }),
    )
  }
}
