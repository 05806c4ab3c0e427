/**
 * What can be known of a bank's page. It sends no heartbeat and nothing looks inside it, so three things remain: when it
 * loads, whether there is a connection, and how much time has passed without an end.
 */
import { CLOSES_SOON_AFTER_MS } from '../three-ds/challenge-time.ts'

/** Without a sign for this long, the shopper is offered a way on: longer than any page takes to load that will. */
const PATIENCE_MS = 20_000
/** A bank leads through pages of its own before it asks; a load after this time is none of them. */
const ARRIVES_WITHIN_MS = 5_000

/** What there is to say; each is the name of a text. */
export type BankNews = 'afterwards' | 'bankIsSlow' | 'connectionLost' | 'connectionBack' | 'closesSoon'

export interface BankState {
  readonly isShown: boolean
  /** Where the bank's page was, the browser shows an error of its own. */
  readonly isLost: boolean
  /** The shopper may ask for the page again: it is not known to work. */
  readonly mayReload: boolean
  readonly news: BankNews
}

export interface ProgressPorts {
  /** Tells `load`. */
  readonly bank: EventTarget
  /** Tells `online` and `offline`. */
  readonly connection: EventTarget
  readonly isOnline: () => boolean
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly signal: AbortSignal
  /** When the challenge began, which may have been shown before; by `now`. */
  readonly beganAtMs: number
}

/** Watches the bank's page until the signal, and tells each change of what is known of it. */
export function watchProgress(ports: ProgressPorts, tell: (state: BankState) => void): void {
  const { bank, connection, isOnline, now, signal, beganAtMs } = ports
  const askedAtMs = now()
  let state: BankState = { isShown: false, isLost: false, mayReload: false, news: 'afterwards' }
  const know = (changes: Partial<BankState>) => {
    state = { ...state, ...changes }
    tell(state)
  }
  const doubt = () => know({ mayReload: true, ...(!state.isShown && { news: 'bankIsSlow' }) })

  let patience = setTimeout(doubt, PATIENCE_MS)
  const closing = setTimeout(
    () => know({ news: 'closesSoon' }),
    Math.max(0, beganAtMs + CLOSES_SOON_AFTER_MS - askedAtMs),
  )
  signal.addEventListener('abort', () => [patience, closing].forEach(clearTimeout))

  const onLoad = () => {
    clearTimeout(patience)
    if (!isOnline()) return know({ isShown: false, isLost: true, mayReload: true, news: 'connectionLost' })
    const isLate = state.isShown && now() - askedAtMs > ARRIVES_WITHIN_MS
    patience = setTimeout(doubt, PATIENCE_MS)
    // The bank's next page, or what the browser shows after its Back button: nothing tells which.
    know({
      isShown: true,
      isLost: false,
      ...(isLate && { mayReload: true }),
      ...(state.news === 'bankIsSlow' && { news: 'afterwards' }),
    })
  }
  bank.addEventListener('load', onLoad, { signal })
  connection.addEventListener('offline', () => know({ mayReload: true, news: 'connectionLost' }), { signal })
  connection.addEventListener('online', () => know({ news: 'connectionBack' }), { signal })
  know(isOnline() ? {} : { mayReload: true, news: 'connectionLost' })
}
