import { createContext } from '@lit/context'
import type { TransactionEvent } from '@sluice/types'

import type { Session } from './session.ts'

/** What pages use of the portal around them. */
export interface PortalServices {
  readonly session: Session
  /** Opens an address of the portal. */
  go(href: string): void
  /** Announces a message once, to screen readers too. */
  announce(message: string): void
  /** Says why a request failed. A session that has ended leads to the sign-in page. */
  explain(error: unknown): string
  /** Whether the person may do this; a page does not offer what the gateway would refuse. */
  may(action: string): boolean
  /** Reads the session again, and renders the frame around the page. */
  renew(): Promise<void>
  /** Calls back for each event of the merchant, until the returned function is called. */
  listen(onEvent: (event: TransactionEvent) => void): () => void
}

export const portalContext = createContext<PortalServices>(Symbol('portal'))
