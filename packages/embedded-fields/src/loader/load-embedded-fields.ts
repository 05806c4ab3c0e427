import type { PaymentComponentFactory } from '../merchant-page/embedded-fields-api.ts'
import { EmbeddedFieldsLoadError } from './embedded-fields-load-error.ts'
import { insertScript } from './insert-script.ts'

/** The gateway that serves the browser library, and the release to load. */
export interface LoadOptions {
  /** The gateway's address, such as `https://gateway.example`. */
  baseUrl: string
  /**
   * An immutable release, as the gateway’s `/embedded-fields/sri.json` names it.
   *
   * @defaultValue The newest one.
   */
  release?: string
  /** The `sha384-…` hash of that release; only together with `release`, because the newest one changes. */
  integrity?: string
  /** The nonce of this page’s Content-Security-Policy. */
  nonce?: string
  /**
   * The name of the gateway's global.
   *
   * @defaultValue `PaymentComponent`
   */
  globalName?: string
}

const LOAD_OPTIONS: Readonly<Record<keyof LoadOptions, true>> = {
  baseUrl: true,
  release: true,
  integrity: true,
  nonce: true,
  globalName: true,
}

/** The delays before the second and the third attempt. A phone that changes networks is back within three seconds. */
const RETRY_DELAYS_MS = [500, 2_500]

const loads = new Map<string, Promise<PaymentComponentFactory>>()

/**
 * Loads the library from the gateway, once however often it is called. After a failure another call tries again.
 *
 * Importing this module does nothing, and needs no document.
 *
 * @throws When the script did not load, as a rejected promise. {@link EmbeddedFieldsLoadError}
 * @throws {TypeError} at once, when an option is missing, invalid or unknown.
 * @decision 0037
 */
export function loadEmbeddedFields(options: LoadOptions): Promise<PaymentComponentFactory> {
  checkOptions(options)
  const address = addressOf(options)
  const known = loads.get(address)
  if (known) return known
  const loading = load(address, options)
  loads.set(address, loading)
  // A caller that awaits it gets the failure; a page that called early and never awaits it must not crash its server.
  loading.catch(() => loads.delete(address))
  return loading
}

async function load(
  address: string,
  { integrity, nonce, globalName = 'PaymentComponent' }: LoadOptions,
): Promise<PaymentComponentFactory> {
  if (typeof document === 'undefined') {
    throw new EmbeddedFieldsLoadError(
      'no_document',
      'Card fields exist only in browsers: load them after the page has started there',
    )
  }
  for (const delayMs of [...RETRY_DELAYS_MS, null]) {
    try {
      await insertScript({ address, integrity, nonce })
      break
    } catch (error) {
      const mayPass = error instanceof EmbeddedFieldsLoadError && error.code === 'script_failed'
      if (!mayPass || delayMs === null) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  const factory = (globalThis as Readonly<Record<string, unknown>>)[globalName]
  if (typeof factory === 'function') return factory as PaymentComponentFactory
  throw new EmbeddedFieldsLoadError(
    'global_missing',
    `${address} did not define ${globalName}: give the globalName that the gateway is configured with`,
  )
}

/**
 * Rejects unknown options: with a misspelt `integrity` the script would run unchecked. Options that are `undefined`
 * are ignored.
 */
function checkOptions(options: LoadOptions | undefined): void {
  if (options?.baseUrl === undefined) throw new TypeError('baseUrl must be given, the address of the gateway')
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !(name in LOAD_OPTIONS))
      throw new TypeError(`${name} is an unknown option. Options: ${Object.keys(LOAD_OPTIONS).join(', ')}`)
}

function addressOf({ baseUrl, release, integrity }: LoadOptions): string {
  if (integrity !== undefined && release === undefined) {
    throw new TypeError('integrity requires release, because the newest release changes')
  }
  const path = release === undefined ? '' : `/embedded-fields/${encodeURIComponent(release)}`
  return `${new URL(baseUrl).href.replace(/([^/])\/+$/, '$1')}${path}/embedded-fields.js`
}
