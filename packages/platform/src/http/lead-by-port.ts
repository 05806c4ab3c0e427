import type { FastifyInstance } from 'fastify'

/** Headers that contain origins: redirects and content security policies. */
const LEADING_HEADERS = ['location', 'content-security-policy'] as const

/**
 * A browser at a fallback port does not resolve names below `localhost`, so pages there also link to ports, the
 * simulated bank's back to the gateway's. @see docs/protocol/origins.md#origins
 */
export function leadByPort(server: FastifyInstance): void {
  server.addHook('onSend', async ({ headers }, reply, payload) => {
    const { fallbacks } = server.edge.origins()
    const pairs = Object.entries(fallbacks)
    if (!pairs.some(([, fallback]) => new URL(fallback).port === portOf(headers.host))) return payload
    const lead = (text: string) =>
      pairs.reduce((changed, [named, fallback]) => changed.replaceAll(named, fallback), text)
    for (const name of LEADING_HEADERS) {
      const value = reply.getHeader(name)
      if (typeof value === 'string') void reply.header(name, lead(value))
    }
    return typeof payload === 'string' ? lead(payload) : payload
  })
}

function portOf(host = ''): string {
  return host.slice(host.lastIndexOf(':') + 1)
}
