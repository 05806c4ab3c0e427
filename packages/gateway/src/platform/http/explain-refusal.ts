/** What a developer sees in the test environment of a refusal that says little: the header `x-refused`. */
export interface RefusedRequest {
  readonly status: number
  readonly path: string
  readonly userAgent: string | undefined
  /** As it arrived; null where it was not read. */
  readonly body: Uint8Array | null
}

/** @returns `null` where the answer says all there is to say. */
export function explainRefusal({ status, path, userAgent, body }: RefusedRequest): string | null {
  switch (status) {
    case 400:
      return body === null ? null : findJsonFault(body)
    case 403:
      return (userAgent ?? '').trim() === '' ? 'the request has no User-Agent header' : null
    case 404:
      return path.startsWith('/api/') ? null : 'paths of the API begin with /api/; /openapi.json lists them'
    default:
      return null
  }
}

/** Where the body ends to be JSON. The text itself may hold anything, so only the place is named. */
function findJsonFault(body: Uint8Array): string | null {
  try {
    JSON.parse(new TextDecoder().decode(body))
    return null
  } catch (error) {
    const [place = 'the end'] = /line \d+ column \d+/.exec((error as Error).message) ?? []
    return `the body is no JSON from ${place} on`
  }
}
