import { isLoopbackUrl } from '@sluice/types'

/**
 * Accepts only an address of this machine, because nothing is sent to other people's machines.
 *
 * @throws {Error} for every other address.
 */
export function requireLoopback(url: string): URL {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new Error(`${url} is not a valid URL; use http:// or https://.`)
  if (!isLoopbackUrl(url))
    throw new Error(`${parsed.origin} is not this machine; use an address of localhost or 127.0.0.1.`)
  return parsed
}
