import type { ClientSession } from '@sluice/types'
import type { Language } from '@sluice/types/vocabulary'

/** Everything that the page is drawn from; the gateway makes one for each request. */
export interface HostedPageView {
  /** As `GET /api/client/sessions/{id}` answers it; null when the address leads to no session. */
  readonly session: ClientSession | null
  readonly clientKey: string
  readonly sessionId: string
  /** Of the gateway as the browser sees it, without a slash at its end; empty for the page's own origin. */
  readonly baseUrl: string
  /** What the shopper chose (`?lang=`), else the merchant's. */
  readonly language: Language
  /** When the session ends, in milliseconds since the epoch by the gateway's clock; null once it is over. */
  readonly expiresAtMs: number | null
  /** Of the page's Content-Security-Policy, for its one style sheet and its scripts. */
  readonly nonce: string
  /** `test` is said on the page: no shopper shall wait for goods that were paid with a test card. */
  readonly environment: 'test' | 'production'
}

/** What the browser program reads from the document, so that it has to ask for nothing before the shopper can type. */
export interface PageData {
  readonly session: ClientSession
  readonly clientKey: string
  readonly sessionId: string
  readonly baseUrl: string
  readonly language: Language
  readonly expiresAtMs: number | null
  /** What is to be paid, as people of each language of the merchant write it. */
  readonly amounts: Readonly<Partial<Record<Language, string>>>
}
