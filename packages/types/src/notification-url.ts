import type { ErrorItem } from './contract.ts'
import { parseWebUrl } from './vocabulary/parse-url.ts'
import { codePoints, isRecord } from './schemas/rules.ts'
import { LIMITS } from './vocabulary/index.ts'

const PROPERTY = 'options.three_ds.notification_url'

/**
 * The rules of `options.three_ds.notification_url`. They are validated first because violations return 400 instead of
 * 422.
 *
 * @param hasPublicHost - whether the URL's host is reachable from the internet; without it, any host is accepted.
 */
export function checkNotificationUrl(
  body: unknown,
  hasPublicHost: (url: string) => boolean = () => true,
): ErrorItem[] {
  const url = memberAt(body, PROPERTY.split('.'))
  if (url === undefined || url === null) return []
  if (typeof url !== 'string')
    return [{ property: PROPERTY, message: 'must start with https://', params: [PROPERTY] }]

  const items: ErrorItem[] = []
  const limit = LIMITS.NOTIFICATION_URL_MAX_CHARS
  // The bank receives the URL as the parser serializes it, which may be longer.
  const length = Math.max(codePoints(url), parseWebUrl(url)?.href.length ?? 0)
  if (!url.startsWith('https://')) {
    items.push({ property: PROPERTY, message: 'must start with https://', params: [PROPERTY] })
  } else if (length <= limit && parseWebUrl(url) === null) {
    items.push({ property: PROPERTY, message: 'must be a well-formed URL with a host', params: [PROPERTY] })
  } else if (length <= limit && !hasPublicHost(url)) {
    items.push({ property: PROPERTY, message: 'must name a public host', params: [PROPERTY] })
  }

  if (length > limit) {
    const message = `must be at most ${limit} characters`
    items.push({ property: PROPERTY, message, params: [PROPERTY, `${limit}`, `${length}`] })
  }
  return items
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  let member = value
  for (const name of path) {
    if (!isRecord(member) || !Object.hasOwn(member, name)) return undefined
    member = member[name]
  }
  return member
}
