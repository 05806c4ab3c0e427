import * as z from 'zod'

/**
 * An address that browsers are sent to; the gateway takes plain http for its own machine only. Its length is checked
 * before it is parsed.
 */
export const webUrl = z
  .string()
  .max(2_048, { abort: true })
  .check(z.url({ protocol: /^https?$/ }))
