/**
 * Creates the key of one request from the key of its call, so that each request of a call has a key of its own, and a
 * repeated call sends the same ones. It never shortens: two calls, or two requests of a call, never have the same key.
 *
 * @param request - what the request does, in one to four lower-case letters: `pm`, `conf`.
 * @throws {RangeError} If the provider would cut the key off.
 */
export function keyFor(callKey: string, request: string, maxChars: number): string {
  if (!/^[a-z]{1,4}$/.test(request)) throw new RangeError(`${request} is not the name of a request`)
  // The name comes first and has no hyphen, so that no key of a call can look like the key of a request.
  const key = `${request}-${callKey}`
  if (key.length > maxChars) throw new RangeError(`A key of ${key.length} characters is too long`)
  return key
}
