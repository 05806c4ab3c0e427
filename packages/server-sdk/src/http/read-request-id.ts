/** Returns the answer's `x-request-id`, if it is an id and not a text. */
export function readRequestId(headers: Headers): string | undefined {
  const id = headers.get('x-request-id') ?? ''
  return /^[\w.:-]{1,100}$/.test(id) ? id : undefined
}
