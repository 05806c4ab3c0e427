import type { Branding } from '@sluice/types'
import type { Language, Locale } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Sealer } from '@sluice/platform/secrets/sealer'

/** How a merchant's payment page is to look, while a person still tries. */
export interface Look {
  readonly branding: Branding
  readonly locale: Locale
  /** Besides those that every merchant speaks. */
  readonly languages: readonly Language[]
}

/** So long an address shows a look. */
const SHOWN_FOR_MS = 15 * 60_000

const PURPOSE = 'look-preview'

/** Looks that travel in addresses, sealed: nobody shows pages on the gateway's origin that no person at the portal made. */
export interface LookDrafts {
  seal(look: Look): string
  /** Null for what is no sealed look, and for one whose time is over. */
  open(sealed: string): Look | null
}

export function createLookDrafts({
  sealer,
  realTime,
}: {
  readonly sealer: Sealer
  readonly realTime: Clock
}): LookDrafts {
  return {
    seal(look) {
      const draft = { look, untilMs: realTime.now() + SHOWN_FOR_MS }
      return sealer.seal(PURPOSE, Buffer.from(JSON.stringify(draft))).toString('base64url')
    },
    open(sealed) {
      try {
        const text = sealer.open(PURPOSE, Buffer.from(sealed, 'base64url')).toString('utf8')
        const { look, untilMs } = JSON.parse(text) as { readonly look: Look; readonly untilMs: number }
        return realTime.now() < untilMs ? look : null
      } catch {
        return null
      }
    },
  }
}
