import { isLoopbackUrl, parseUrl } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { originUrl, type Parse, webUrl } from '../config-values.ts'

/** A text that is parsed like an environment variable, with the same error messages. */
function readBy(parse: Parse<string>) {
  return z
    .string()
    .max(LIMITS.URL_MAX_CHARS, `use at most ${LIMITS.URL_MAX_CHARS} characters`)
    .transform((text, context) => {
      const parsed = parse(text)
      if (parsed.ok) return parsed.value
      context.addIssue({ code: 'custom', message: parsed.fix, input: text })
      return z.NEVER
    })
}

/** The base address of an API: https, or plain http on this machine; without a trailing slash. */
export const httpsUrl = readBy(webUrl)

/** An address that is used literally, including its query. */
export const exactUrl = readBy((text) => {
  const url = parseUrl(text)
  if (url?.protocol !== 'https:' && !isLoopbackUrl(text)) {
    return { ok: false, fix: 'use an https address such as https://shop.example.com/path' }
  }
  return url === null || url.username || url.password || url.hash
    ? { ok: false, fix: 'omit user, password and fragment' }
    : { ok: true, value: text }
})

/** Scheme, host and port. */
export const webOrigin = readBy(originUrl)

/** An id that never changes, because it is part of keys and paths. */
export const stableName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use 1 to 40 lower-case letters, digits and hyphens')

/** A path relative to the directory of the configuration file. */
export const secretPath = z.string().min(1, 'use the path of a file')

/** A text for people, without control characters and markup. */
export function plainText(maxChars: number) {
  return z
    .string()
    .trim()
    .min(1, 'use a string')
    .max(maxChars, `use at most ${maxChars} characters`)
    .regex(/^[^\p{Cc}<>]*$/u, 'remove control characters, < and >')
}
