import { createContext } from '@lit/context'
import type { TransactionEvent } from '@sluice/types'

import type { Session } from './session.ts'

/** The functions and data that the portal provides to its pages. */
export interface PortalServices {
  readonly session: Session
  /** Opens an address of the portal. */
  go(href: string): void
  /** Announces a message once, to screen readers too. */
  announce(message: string): void
  /** Explains why a request failed. A session that has ended leads to the sign-in page. */
  explain(error: unknown): string
  /** Returns whether the person may do this; pages do not offer actions that the gateway would refuse. */
  may(action: string): boolean
  /** Reads the session again, and renders the frame around the page. */
  renew(): Promise<void>
  /** Calls back for each event of the merchant, until the returned function is called. */
  listen(onEvent: (event: TransactionEvent) => void): () => void
}

export const portalContext = createContext<PortalServices>(Symbol('portal'))
