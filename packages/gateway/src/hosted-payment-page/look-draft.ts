import type { Branding } from '@sluice/types'
import type { Language, Locale } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Sealer } from '@sluice/platform/secrets/sealer'

/** The draft of a payment page's look, while a person edits it. */
export interface Look {
  readonly branding: Branding
  readonly locale: Locale
  /** The languages in addition to those that every merchant has. */
  readonly languages: readonly Language[]
}

/** How long an address shows a draft. */
const SHOWN_FOR_MS = 15 * 60_000

const PURPOSE = 'look-preview'

/** Seals drafts into addresses, so that only people at the portal can create such pages on the gateway's origin. */
export interface LookDrafts {
  seal(look: Look): string
  /** Returns null for an invalid or expired draft. */
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
