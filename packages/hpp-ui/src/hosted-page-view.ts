import type { ClientSession } from '@sluice/types'
import type { Language } from '@sluice/types/vocabulary'

/** The data of the page; the gateway creates one for each request. */
export interface HostedPageView {
  /** The response of `GET /api/client/sessions/{id}`; null if the address has no session. */
  readonly session: ClientSession | null
  readonly clientKey: string
  readonly sessionId: string
  /** The origin of the gateway for the browser, without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string
  /** The shopper's choice (`?lang=`), else the merchant's. */
  readonly language: Language
  /**
   * The time at which the session ends, in milliseconds since the epoch by the gateway's clock; null once it is over.
   */
  readonly expiresAtMs: number | null
  /** The nonce of the page's Content-Security-Policy, for its style sheet and its scripts. */
  readonly nonce: string
  /** The page shows `test`: no shopper should wait for goods that were paid with a test card. */
  readonly environment: 'test' | 'production'
}

/**
 * The data that the browser program reads from the document, so that it requests nothing before the shopper can type.
 */
export interface PageData {
  readonly session: ClientSession
  readonly clientKey: string
  readonly sessionId: string
  readonly baseUrl: string
  readonly language: Language
  readonly expiresAtMs: number | null
  /** The amount to pay, formatted for each language of the merchant. */
  readonly amounts: Readonly<Partial<Record<Language, string>>>
}
