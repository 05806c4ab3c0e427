import type { Appearance, Locale, PaymentComponentCore } from '@sluice/embedded-fields'
import { createContext, useContext } from 'react'

/** The state that the components share: the session, and the result of loading the library. */
export interface SluiceState {
  /** The core; null on a server, and until the gateway's script has loaded. */
  readonly core: PaymentComponentCore | null
  /** The reason why there is no core: the script did not load, or an option is wrong. */
  readonly error: Error | null
  /** The session with which the core was created; each component receives later ones. */
  readonly coreSessionId: string
  /** The session to pay; the mounted components adopt a new one. */
  readonly sessionId: string
  /** The language of forms and messages; if undefined, the browser's, or English as a fallback. */
  readonly locale: Locale | undefined
  /** Whether the card's expiry date and security code share a line. */
  readonly layout: NonNullable<Appearance['layout']>
}

/** Cores that were destroyed. Effects that run again, those of children first, still see the core of the last render. */
export const endedCores = new WeakSet<PaymentComponentCore>()

export const SluiceContext = createContext<SluiceState | null>(null)

/**
 * Reads the state of the provider around this component.
 *
 * @throws When there is none.
 */
export function useSluice(): SluiceState {
  const state = useContext(SluiceContext)
  if (state === null) throw new Error('Put <SluiceProvider> around the components of @sluice/react')
  return state
}
