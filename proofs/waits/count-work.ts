/** Counts work by its inputs, without a clock. */
import crypto from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import { performance } from 'node:perf_hooks'

/** The diagnostics channels of requests by `node:http` and by `fetch`. */
const OUTGOING = ['http.client.request.start', 'undici:request:create']

export interface Work {
  /** The longest text that was normalized or compared by a language's rules, in UTF-16 code units. */
  readonly normalized: number
  /** The longest text that was parsed as a URL, in UTF-16 code units. */
  readonly parsed: number
  /** The number of password hashes that were started. */
  readonly hashes: number
  /** The number of requests to external parties that were started. */
  readonly calls: number
}

export interface WorkCounter {
  /** Returns the work since the last call. */
  take(): Work
  stop(): void
}

/** The turns of the event loop since the process started. A waiting loop makes none. */
export const turnsSoFar = (): number => performance.nodeTiming.uvMetricsInfo.loopCount

/**
 * Watches Unicode normalization and the parsing of URLs, whose IDNA step normalizes as well: both take quadratic time, so
 * a text that is handed to them must have been measured before. Counts hashes of passwords and outgoing requests.
 */
export function countWork(): WorkCounter {
  let [normalized, parsed, hashes, calls] = [0, 0, 0, 0]
  const recordNormalized = (text: string) => void (normalized = Math.max(normalized, text.length))
  const recordParsed = (url: string | globalThis.URL) => void (parsed = Math.max(parsed, String(url).length))
  const { normalize, localeCompare } = String.prototype
  const OwnUrl = globalThis.URL
  Object.assign(String.prototype, {
    normalize(this: string, form?: string) {
      recordNormalized(this)
      return normalize.call(this, form)
    },
    localeCompare(this: string, that: string, ...rest: never[]) {
      recordNormalized(this)
      return localeCompare.call(this, that, ...rest)
    },
  })
  globalThis.URL = class URL extends OwnUrl {
    constructor(url: string | globalThis.URL, base?: string | globalThis.URL) {
      recordParsed(url)
      super(url, base)
    }
    static override parse(url: string, base?: string) {
      recordParsed(url)
      return OwnUrl.parse(url, base)
    }
    static override canParse(url: string, base?: string) {
      recordParsed(url)
      return OwnUrl.canParse(url, base)
    }
  }
  const { scrypt } = crypto
  Object.assign(crypto, {
    scrypt(...given: Parameters<typeof scrypt>) {
      hashes += 1
      return scrypt(...given)
    },
  })
  syncBuiltinESMExports()
  const recordCall = () => void (calls += 1)
  for (const channel of OUTGOING) subscribe(channel, recordCall)
  return {
    take() {
      const taken = { normalized, parsed, hashes, calls }
      ;[normalized, parsed, hashes, calls] = [0, 0, 0, 0]
      return taken
    },
    stop() {
      Object.assign(String.prototype, { normalize, localeCompare })
      globalThis.URL = OwnUrl
      Object.assign(crypto, { scrypt })
      syncBuiltinESMExports()
      for (const channel of OUTGOING) unsubscribe(channel, recordCall)
    },
  }
}
