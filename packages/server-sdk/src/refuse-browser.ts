import { BrowserForbiddenError } from './errors/browser-forbidden-error.ts'

/**
 * Refuses to run in a browser's page. Servers may have a `window` (Deno had), and tests a whole DOM; a browser has
 * one and no Node.
 *
 * @throws In a browser's page. {@link BrowserForbiddenError}
 * @decision 0038
 */
export function refuseBrowser(scope: object = globalThis): void {
  const isPage = 'window' in scope && 'document' in scope && typeof scope.document === 'object'
  if (isPage && scope.document !== null && !hasNode(scope)) throw new BrowserForbiddenError()
}

/** Bundlers' polyfills of `process` have no version of Node. */
function hasNode(scope: object): boolean {
  const runtime: unknown = Reflect.get(scope, 'process')
  const versions: unknown =
    typeof runtime === 'object' && runtime !== null ? Reflect.get(runtime, 'versions') : null
  return (
    typeof versions === 'object' && versions !== null && typeof Reflect.get(versions, 'node') === 'string'
  )
}
