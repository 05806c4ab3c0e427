import type { IncomingMessage } from 'node:http'

import { type EndpointName, ENDPOINTS } from '@sluice/types'

import { notFoundRefusal, RequestRefusal } from './request-refusal.ts'

// The body of a 404, for endpoints that do not return the usual error.
const OWN_BODIES: Readonly<Partial<Record<EndpointName, unknown>>> = {
  getStatus: { found: false, transaction: null },
}

/** Returns the 404 of one endpoint. */
export function endpointNotFoundRefusal(name: EndpointName): RequestRefusal {
  return name in OWN_BODIES ? new RequestRefusal(404, OWN_BODIES[name]) : notFoundRefusal()
}

/**
 * Returns the 404 of a path that the router could not even decode: its escapes are no text, and so no id. An endpoint's own words are
 * for its own method.
 */
export function undecodablePathRefusal({ method, url = '' }: IncomingMessage): RequestRefusal {
  const segments = (url.split('?', 1)[0] ?? '').split('/')
  const asked = method === 'HEAD' ? 'GET' : method
  const name = (Object.keys(OWN_BODIES) as EndpointName[]).find((candidate) => {
    const endpoint = ENDPOINTS[candidate]
    const template = endpoint.path.split('/')
    return (
      endpoint.method === asked &&
      template.length === segments.length &&
      template.every((part, index) => part.startsWith('{') || part === segments[index])
    )
  })
  return name ? endpointNotFoundRefusal(name) : notFoundRefusal()
}
