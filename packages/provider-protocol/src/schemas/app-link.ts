import { APP_LINK_SCHEMES, schemeOf } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { shortText } from './members.ts'
import { webUrl } from './web-url.ts'

const SCHEMES: ReadonlySet<string | null> = new Set(APP_LINK_SCHEMES)

/** A link of the listed schemes, or an address of the web, which the gateway accepts in plain http for its own machine only. */
const appUrl = z
  .string()
  .max(2_048, { abort: true })
  .refine((url) => (/^https?:/i.test(url) ? webUrl.safeParse(url).success : SCHEMES.has(schemeOf(url))))

/** A link that opens a payment app on a phone. */
export const appLink = z.object({
  /** The name of the app, as its users know it. */
  app: shortText(40).min(1),
  url: appUrl,
})
