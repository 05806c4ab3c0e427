import { parseUrl } from '@sluice/types'

/**
 * The web origins of a gateway. Browsers keep the documents of one from the scripts of another, so what holds card
 * numbers and what runs foreign scripts never share one. @see docs/protocol/origins.md#origins
 */
export const ORIGIN_NAMES = ['base', 'methods', 'portal', 'bank'] as const

export type OriginName = (typeof ORIGIN_NAMES)[number]

export type FurtherOrigin = Exclude<OriginName, 'base'>

export interface Origins {
  /** The addresses for browsers and programs; no trailing slash. */
  readonly urls: Readonly<Record<OriginName, string>>
  /** Every way to write the base origin, {@link urls} first: this machine has more than one name. */
  readonly baseAliases: readonly string[]
  /**
   * The addresses by port of origins that are names below `localhost`, which Safari and some resolvers do not resolve; by
   * the origins with names. Empty in production.
   */
  readonly fallbacks: Readonly<Record<string, string>>
  /** The origin that serves the `Host` of a request; `null` for an unknown name. */
  at(host: string | undefined): ReadonlySet<OriginName> | null
}

export interface OriginAddresses {
  /** The base URL: as configured, else where the server listens. */
  readonly base: string
  /** The server's address on this machine; `null` if only configured names are valid. */
  readonly listening: string | null
  readonly urls: Readonly<Record<FurtherOrigin, string | null>>
  /** Ports of their own that are open. */
  readonly ports: Readonly<Partial<Record<FurtherOrigin, number>>>
  /** Additional open ports, for browsers that do not resolve names below `localhost`. */
  readonly fallbackPorts?: Readonly<Partial<Record<FurtherOrigin, number>>>
}

/** Ways to write the address of a server that only this machine reaches. */
const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

const FURTHER = ORIGIN_NAMES.filter((name): name is FurtherOrigin => name !== 'base')

/**
 * Resolves the names of all origins. An origin without an address of its own is a name below `localhost` if the base
 * URL is on this machine; otherwise it shares the base origin, because names that are not configured would not
 * resolve.
 */
export function resolveOrigins({
  base,
  listening,
  urls,
  ports,
  fallbackPorts = {},
}: OriginAddresses): Origins {
  const urlOf = (name: FurtherOrigin): string =>
    urls[name] ?? atPort(base, ports[name]) ?? belowLocalhost(base, name) ?? base
  const resolved = { base, methods: urlOf('methods'), portal: urlOf('portal'), bank: urlOf('bank') }

  const names = new Map<string, Set<OriginName>>()
  const add = (url: string, name: OriginName) =>
    names.set(new URL(url).host, (names.get(new URL(url).host) ?? new Set()).add(name))
  const ways = (url: string) => [url, ...aliasesOf(url)]
  const baseAliases = [...new Set([...ways(base), ...(listening === null ? [] : ways(listening))])]
  for (const alias of baseAliases) add(alias, 'base')
  for (const name of FURTHER) {
    for (const way of resolved[name] === base ? baseAliases : ways(resolved[name])) add(way, name)
    // A port that is forwarded under another number leads here all the same.
    const own = listening === null || urls[name] !== null ? null : belowLocalhost(listening, name)
    if (own !== null && resolved[name] !== base) add(own, name)
  }
  const fallbacks: Record<string, string> = {}
  for (const name of FURTHER) {
    const fallback = atPort(base, fallbackPorts[name])
    if (fallback === null || !isBelowLocalhost(resolved[name])) continue
    fallbacks[resolved[name]] = fallback
    for (const way of ways(fallback)) add(way, name)
  }
  const { protocol } = new URL(base)
  // Nearly every request has its host in the form that URLs have it, and a host is not read as a URL for nothing.
  const asWritten = new Map([...names].filter(([host]) => canonicalHost(host, protocol) === host))
  return {
    urls: resolved,
    baseAliases,
    fallbacks,
    at: (host = '') => asWritten.get(host) ?? names.get(canonicalHost(host, protocol)) ?? null,
  }
}

/** Origins that foreign scripts share with card numbers: nothing keeps them apart. */
export function sharedWithBase({ urls }: Pick<Origins, 'urls'>): readonly FurtherOrigin[] {
  return FURTHER.filter((name) => urls[name] === urls.base)
}

/**
 * Origins to which pages of the gateway lead, as names below `localhost`: a page tests whether one of them resolves.
 */
export function namesBelowLocalhost({ urls }: Pick<Origins, 'urls'>): readonly string[] {
  return [urls.methods, urls.bank].filter(isBelowLocalhost)
}

/** Returns whether the origin is reachable only for browsers that resolve names below `localhost`. */
export function isBelowLocalhost(url: string): boolean {
  return new URL(url).hostname.endsWith('.localhost')
}

/** Spelled as in URLs: lower case, without the scheme's own port. */
function canonicalHost(host: string, protocol: string): string {
  // Anything but a host and a port is rejected.
  if (!/^[a-z0-9.\-_[\]:]+$/i.test(host)) return ''
  return parseUrl(`${protocol}//${host}`)?.host ?? ''
}

function isOwn(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && OWN_HOSTS.includes(hostname)
}

function aliasesOf(url: string): readonly string[] {
  return isOwn(url) ? OWN_HOSTS.map((host) => atHost(url, host)) : []
}

function atHost(url: string, host: string): string {
  const { port } = new URL(url)
  return `http://${host}${port === '' ? '' : `:${port}`}`
}

function belowLocalhost(url: string, name: FurtherOrigin): string | null {
  return isOwn(url) ? atHost(url, `${name}.localhost`) : null
}

function atPort(base: string, port: number | undefined): string | null {
  if (port === undefined) return null
  const url = new URL(base)
  url.port = String(port)
  return url.origin
}
