/** Hostile texts for every field of every endpoint, and of every page outside the endpoint table. */
import { type EndpointName, ENDPOINTS } from '@sluice/types'
import * as z from 'zod'

import { type PreparedCall, prepareCall } from '../../packages/gateway/test/successful-calls.ts'
import type { TestGateway } from '../../packages/gateway/test/test-gateway.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

/** One text in one field. */
export interface HostileCase {
  readonly name: string
  readonly text: string
  /** Sends a text in this field; returns the status. */
  readonly send: (text: string) => Promise<number>
}

/** Just below the limit of the edge, as UTF-8 of three bytes each and escaped in JSON. */
const BODY_UNITS = 9_000
const QUERY_UNITS = 600
const HEADER_UNITS = 900

const HEADERS = [
  'authorization',
  'x-client-key',
  'idempotency-key',
  'accept-language',
  'origin',
  'cookie',
  'referer',
  'accept',
]

/** The form fields of pages. */
const FORM_FIELDS = [
  'email',
  'password',
  'code',
  'token',
  'credential',
  'state',
  'cres',
  'creq',
  'threeDSMethodData',
  'fingerprint_result',
  'decision',
]

export async function listHostileCases(gateway: TestGateway): Promise<readonly HostileCase[]> {
  const cases: HostileCase[] = []
  for (const name of Object.keys(ENDPOINTS) as EndpointName[])
    addEndpoint(name, await prepareCall(gateway, name))
  addPages()
  return cases

  function addEndpoint(endpoint: EndpointName, call: PreparedCall): void {
    const { body, query, bodyType } = ENDPOINTS[endpoint] as {
      readonly body?: z.ZodType
      readonly query?: z.ZodType
      readonly bodyType?: string
    }
    const { host, pathname, search } = new URL(call.address)
    const inject = async (changes: Partial<PreparedCall> & { readonly url?: string }): Promise<number> => {
      const { method, headers, body: payload } = { ...call, ...changes }
      const answer = await gateway.app.server.inject({
        method: method as 'GET',
        url: changes.url ?? pathname + search,
        headers: { host, ...headers },
        ...(payload === undefined ? {} : { payload }),
        payloadAsStream: true,
      })
      answer.stream().destroy()
      return answer.statusCode
    }
    if (call.body !== undefined && bodyType === 'form') {
      for (const field of namesOf(body))
        add(endpoint, field, BODY_UNITS, (text) =>
          inject({ body: new URLSearchParams({ [field]: text }).toString() }),
        )
    } else if (call.body !== undefined) {
      const given: unknown = JSON.parse(call.body)
      const paths = new Map(
        [...leavesOf(given), ...namesOf(body).map((name) => [name])].map((path) => [path.join('.'), path]),
      )
      for (const [field, path] of paths)
        add(endpoint, field, BODY_UNITS, (text) =>
          inject({ body: JSON.stringify(replaced(given, path, text)) }),
        )
    }
    for (const field of namesOf(query))
      add(endpoint, `?${field}`, QUERY_UNITS, (text) =>
        inject({ url: `${pathname}?${field}=${escaped(text)}` }),
      )
    for (const field of HEADERS)
      add(endpoint, `header ${field}`, HEADER_UNITS, (text) =>
        inject({ headers: { ...call.headers, [field]: Buffer.from(text).toString('latin1') } }),
      )
  }

  /** Adds pages outside the endpoint table: their paths, their forms, and the reports of browsers about them. */
  function addPages(): void {
    const known = new Set(Object.values(ENDPOINTS).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')))
    for (const { method, template, origin } of gateway.app.server.edge.routes.all) {
      if (known.has(template) || template.startsWith('/api/') || method === 'HEAD') continue
      const { host } = new URL(gateway.app.server.edge.origins().urls[origin === 'every' ? 'base' : origin])
      const headers = { host, 'user-agent': 'test', accept: 'text/html' }
      const inject = async (url: string, payload?: string, type = 'application/x-www-form-urlencoded') => {
        const body = payload === undefined ? {} : { payload, headers: { ...headers, 'content-type': type } }
        return (await gateway.app.server.inject({ method: method as 'GET', url, headers, ...body }))
          .statusCode
      }
      const name = `${method} ${template}`
      if (/[:*]/.test(template))
        add(name, 'path', QUERY_UNITS, (text) => inject(template.replaceAll(/:\w+|\*/g, escaped(text))))
      if (method === 'GET')
        add(name, '?state', QUERY_UNITS, (text) =>
          inject(`${template.replaceAll(/:\w+|\*/g, 'x')}?state=${escaped(text)}`),
        )
      if (method !== 'POST') continue
      const url = template.replaceAll(/:\w+|\*/g, 'x')
      for (const field of FORM_FIELDS)
        add(name, field, BODY_UNITS, (text) => inject(url, new URLSearchParams({ [field]: text }).toString()))
      if (template !== '/csp-reports') continue
      for (const field of ['document-uri', 'blocked-uri', 'violated-directive', 'source-file'])
        add(name, field, BODY_UNITS, (text) =>
          inject(url, JSON.stringify({ 'csp-report': { [field]: text } }), 'application/csp-report'),
        )
    }
  }

  function add(name: string, field: string, units: number, send: HostileCase['send']): void {
    for (const [kind, make] of Object.entries(HOSTILE_TEXTS))
      cases.push({ name: `${name} ${field}: ${kind}`, text: make(units), send })
  }
}

function namesOf(schema: z.ZodType | undefined): readonly string[] {
  if (!schema) return []
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(written.properties ?? {})
}

/** Returns the paths of the leaves of a body. */
function leavesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

function replaced(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value))
    return value.map((item, place) => (String(place) === name ? replaced(item, rest, text) : item))
  const members =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  return { ...members, [name]: replaced(members[name], rest, text) }
}

const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
