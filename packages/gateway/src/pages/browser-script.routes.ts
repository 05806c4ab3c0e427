import type { HttpServer } from '../platform/http/http-server.ts'
import { Asset, sendAsset } from './asset.ts'

/** One script that a payment runs in the shopper's browser. */
export interface ScriptRecord {
  readonly name: string
  readonly runsOn: string
  readonly purpose: string
  /** `sha384-…` or `sha256-…` */
  readonly integrity: string
}

interface BrowserScript {
  readonly script: string
  readonly release: string
  /** The script itself first. */
  readonly scripts: readonly ScriptRecord[]
}

// Five minutes is how long a fix of ours may take to reach shops.
const SHORT_CACHE = 'public, max-age=300'
// The release names the content, so what is there never changes.
const LONG_CACHE = 'public, max-age=31536000, immutable'

// Any page may load these. SRI works across origins only where CORS lets the page read what it checks.
const FOR_ANY_PAGE = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }

/** Serves the script of merchants' pages, how to pin it, and the inventory of what a payment runs in browsers. */
export function registerBrowserScript(server: HttpServer, { script, release, scripts }: BrowserScript): void {
  const pinned = `/embedded-fields/${release}/embedded-fields.js`
  const program = new Asset('text/javascript; charset=utf-8', script)
  const integrity = toJson({
    release,
    files: scripts.slice(0, 1).map(({ purpose, integrity }) => ({ path: pinned, integrity, purpose })),
  })
  const inventory = toJson({
    release,
    scripts: scripts.map(({ runsOn, ...record }) => ({ ...record, runs_on: runsOn })),
  })
  const addresses: Readonly<Record<string, readonly [Asset, cache: string]>> = {
    '/embedded-fields.js': [program, SHORT_CACHE],
    '/embedded-fields.v1.js': [program, SHORT_CACHE],
    [pinned]: [program, LONG_CACHE],
    '/embedded-fields/sri.json': [integrity, SHORT_CACHE],
    [`/embedded-fields/${release}/sri.json`]: [integrity, LONG_CACHE],
    '/embedded-fields/scripts.json': [inventory, SHORT_CACHE],
  }
  for (const [path, [asset, cache]] of Object.entries(addresses)) {
    server.get(path, (request, reply) =>
      sendAsset(request, reply, asset, { ...FOR_ANY_PAGE, 'cache-control': cache }),
    )
  }
}

function toJson(value: unknown): Asset {
  return new Asset('application/json; charset=utf-8', `${JSON.stringify(value, null, 2)}\n`)
}
