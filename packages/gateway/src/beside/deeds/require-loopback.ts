const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Lets an address of this machine pass.
 *
 * @throws {Error} for every other one: nothing is sent to machines of others.
 */
export function requireLoopback(url: string): URL {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new Error(`${url} is not a valid URL; give http:// or https://.`)
  if (!LOOPBACK.test(parsed.hostname) && !parsed.hostname.endsWith('.localhost'))
    throw new Error(`${parsed.origin} is not this machine; give an address of localhost or 127.0.0.1.`)
  return parsed
}
