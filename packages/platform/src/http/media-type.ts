import type { IncomingHttpHeaders } from 'node:http'

export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const

/** Returns whether the body is what the endpoint reads: the media type, UTF-8, not compressed. */
export function isBodyTypeAccepted(
  headers: IncomingHttpHeaders,
  expected: keyof typeof MEDIA_TYPES,
): boolean {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false

  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').split(';')
  if (mediaType.trim().toLowerCase() !== MEDIA_TYPES[expected]) return false
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2)
    if (name.trim().toLowerCase() !== 'charset') return true
    return ['utf-8', '"utf-8"'].includes(value.trim().toLowerCase())
  })
}
