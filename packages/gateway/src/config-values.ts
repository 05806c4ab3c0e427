import { isIP } from 'node:net'
import { resolve } from 'node:path'

import { isLoopbackUrl, parseUrl } from '@sluice/types'
import type { AuditTarget } from '@sluice/platform/audit/audit-stream'
import type { ListenAddress } from '@sluice/platform/http/http-config'

/** The parsed value, or what to write instead. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fix: string }

export type Parse<Value> = (text: string) => Parsed<Value>

/** One problem in the configuration. */
export interface ConfigProblem {
  /** The variable, with the option if that was used. */
  readonly name: string
  /** The given value; never a secret. */
  readonly got: string
  /** The fix, as a sentence without a full stop. */
  readonly fix: string
}

export function oneOf<Word extends string>(...words: readonly Word[]): Parse<Word> {
  return (text) => {
    const word = words.find((candidate) => candidate === text)
    return word === undefined ? refused(`use one of ${words.join(', ')}`) : parsed(word)
  }
}

export function wholeNumber(min: number, max: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
    return value >= min && value <= max ? parsed(value) : refused(`use a whole number from ${min} to ${max}`)
  }
}

export function switchedOn(text: string): Parsed<boolean> {
  return ['on', 'off'].includes(text) ? parsed(text === 'on') : refused('use on or off')
}

/** Parses some of the words, separated by commas, without duplicates. */
export function someOf<Word extends string>(...words: readonly Word[]): Parse<readonly Word[]> {
  return (text) => {
    const given = new Set(text.split(',').map((word) => word.trim()))
    const chosen = words.filter((word) => given.has(word))
    return chosen.length === given.size
      ? parsed(chosen)
      : refused(`use one or more of ${words.join(', ')}, separated by commas`)
  }
}

export function anyText(text: string): Parsed<string> {
  return parsed(text)
}

/** A name that is valid in JavaScript; ASCII, because it is inserted into a script. */
export function identifier(text: string): Parsed<string> {
  return /^[A-Za-z_$][\w$]{0,63}$/.test(text)
    ? parsed(text)
    : refused('use a name of at most 64 letters, digits, _ and $ that does not begin with a digit')
}

// The number of hexadecimal digits of 128 random bits.
const TOKEN_MIN_CHARS = 32

/** The syntax of bearer tokens in an Authorization header (RFC 6750 §2.1). */
export function bearerToken(text: string): Parsed<string> {
  return text.length >= TOKEN_MIN_CHARS && /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
    ? parsed(text)
    : refused(`use at least ${TOKEN_MIN_CHARS} letters and digits, as openssl rand -base64 32 generates them`)
}

/** Letters, digits, `-` and `_`, because the realm appears in paths and in a quoted header value. */
export function realmName(text: string): Parsed<string> {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? parsed(text) : refused('use 1 to 64 letters, digits, - and _')
}

/** Parses scheme, host and port. A path is not allowed, because everything is served below the root. */
export function originUrl(text: string): Parsed<string> {
  const url = parseWebUrl(text)
  if (!url.ok) return url
  return url.value.pathname === '/' ? parsed(url.value.origin) : refused('omit the path')
}

/** Parses an address with an optional path, and drops a trailing slash. */
export function webUrl(text: string): Parsed<string> {
  const url = parseWebUrl(text)
  return url.ok ? parsed((url.value.origin + url.value.pathname).replace(/([^/])\/+$/, '$1')) : url
}

/** Parses the address of a collector, which is often in the same private network and uses plain HTTP. */
export function collectorUrl(text: string): Parsed<string> {
  const url = parseUrl(text)
  const isUsable =
    url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
  return isUsable ? parsed(text) : refused('use an address such as http://127.0.0.1:4318/v1/traces')
}

/** Parses an issuer and keeps it as written, because it is compared literally: some issuers end with a slash. */
export function issuerUrl(text: string): Parsed<string> {
  const url = parseWebUrl(text)
  return url.ok ? parsed(text) : url
}

/** Parses words without white space, separated by commas. */
/** Parses TCP ports, separated by commas. */
export function ports(text: string): Parsed<readonly number[]> {
  const all = text.split(',').map((part) => Number(/^\s*\d{1,5}\s*$/.test(part) ? part : NaN))
  return all.every((port) => port >= 1 && port <= 65_535)
    ? parsed(all)
    : refused('use ports such as 443,8443')
}

export function words(text: string): Parsed<readonly string[]> {
  const all = text.split(',').map((word) => word.trim())
  return all.every((word) => /^\S+$/.test(word)) ? parsed(all) : refused('use words such as one,two')
}

function parseWebUrl(text: string): Parsed<URL> {
  const url = parseUrl(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return refused('use an address such as https://pay.example.com')
  }
  if (url.username || url.password || url.search || url.hash) {
    return refused('omit user, password, query and fragment')
  }
  if (url.protocol === 'http:' && !isLoopbackUrl(text)) {
    return refused('use https; plain http is for localhost')
  }
  return parsed(url)
}

/** Parses a file or the address of a syslog collector over UDP. */
export function auditTarget(text: string): Parsed<AuditTarget> {
  if (!text.startsWith('udp://')) return parsed({ kind: 'file', path: resolve(text) })
  const address = listenAddress(text.slice('udp://'.length))
  return address.ok ? parsed({ kind: 'syslog', ...address.value }) : address
}

export function postgresUrl(text: string): Parsed<string> {
  if (namesSeveralHosts(text))
    return refused(
      'use a single server: HAProxy, PgBouncer or a host name that follows the primary, as deploy/high-availability/README.md describes',
    )
  const url = parseUrl(text)
  const isPostgres =
    url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1
  return isPostgres
    ? parsed(text)
    : refused('use an address such as postgres://user:password@host:5432/database')
}

/** libpq accepts a list of hosts; the driver does not, and would read it as one name. */
function namesSeveralHosts(text: string): boolean {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(text) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  const [, query = ''] = /\?(.*)$/s.exec(text) ?? []
  const given = new URLSearchParams(query)
  return hosts.includes(',') || ['host', 'port'].some((name) => given.get(name)?.includes(','))
}

export function listenAddress(text: string): Parsed<ListenAddress> {
  const [, bracketed, plain, digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const port = Number(digits)
  const isAddress = bracketed === undefined ? isIP(host) === 4 : isIP(host) === 6
  return isAddress && port <= 65_535
    ? parsed({ host, port })
    : refused('use an address and a port such as 127.0.0.1:9464 or [::1]:9464')
}

/** Parses addresses and networks, separated by commas. */
export function networks(text: string): Parsed<readonly string[]> {
  const all = text.split(',').map((network) => network.trim())
  return all.every(isNetwork) ? parsed(all) : refused('use networks such as 10.0.0.0/8, fd00::/8')
}

const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Parses host names with a dot, as {@link URL} writes them, separated by commas. */
export function hostNames(text: string): Parsed<readonly string[]> {
  const all = text.split(',').map((name) => name.trim().toLowerCase())
  return all.every((name) => HOST_NAME.test(name))
    ? parsed(all)
    : refused('use host names such as erp.corp.example, without a port')
}

/** A prefix of 0 includes everybody, whose statements about the caller cannot be trusted. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128)
}

function parsed<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

function refused(fix: string): { readonly ok: false; readonly fix: string } {
  return { ok: false, fix }
}
