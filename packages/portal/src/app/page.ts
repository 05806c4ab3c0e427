import type { TransactionEvent } from '@sluice/types'
import type { TemplateResult } from 'lit'

import type { PortalServices } from './portal-context.ts'

/** What a page may use of the portal around it, for pages that are no elements yet. */
export interface Frame extends Omit<PortalServices, 'listen'> {
  /** Draws the page again, with what it has become. */
  redraw(): void
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
