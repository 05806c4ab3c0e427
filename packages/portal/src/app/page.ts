import type { TransactionEvent } from '@sluice/types'
import type { TemplateResult } from 'lit'

import type { Session } from './session.ts'

/** What a page may use of the portal around it. */
export interface Frame {
  readonly session: Session
  /** Draws the page again, with what it has become. */
  redraw(): void
  /** Goes to an address of the portal. */
  go(href: string): void
  /** Says something once, to screen readers too. */
  say(message: string): void
  /** Tells what became of a request that was not done; a session that has ended leads to signing in. */
  explain(error: unknown): string
  may(action: string): boolean
  /** Asks anew who is signed in and what is switched on, and draws what stands around the page. */
  renew(): Promise<void>
}

/** One page, from when its address is opened until it is left. */
export interface Page {
  /** Names it in the window's title. */
  readonly title: string
  /** Which entry of the navigation it belongs to. */
  readonly section: string
  view(): TemplateResult
  /** Told of each event of the merchant while the page is open. */
  hear?(event: TransactionEvent): void
  /** Stops what it has under way. */
  leave?(): void
}
