/**
 * Observes the progress of a bank's page. It sends no heartbeat and cannot be inspected, so three signals remain: its
 * loads, the state of the connection, and the time that has passed without an end.
 */
import { CLOSES_SOON_AFTER_MS } from '../three-ds/challenge-time.ts'

/** A page that has not loaded after this time counts as broken. No working page takes longer. */
const LOADS_WITHIN_MS = 20_000
/** Fetching a code from a text message takes less time. After this, the page may be stuck. */
const LONG_AFTER_MS = 60_000
/** A bank leads through its own pages before it asks. A load after this time is none of them. */
const ARRIVES_WITHIN_MS = 5_000

/** The possible states; each is the name of a text. */
export type BankNews = 'bankIsSlow' | 'connectionLost' | 'connectionBack' | 'closesSoon'

export interface BankState {
  readonly isShown: boolean
  /** The browser shows its own error in place of the bank's page. */
  readonly isLost: boolean
  /** The page is known not to work: it did not load, or the connection was lost afterwards. */
  readonly isBroken: boolean
  /** The page may be stuck, so help is offered discreetly. */
  readonly isLong: boolean
  /** Null while everything is fine. */
  readonly news: BankNews | null
}

export interface ProgressPorts {
  /** Fires `load`. */
  readonly bank: EventTarget
  /** Fires `online` and `offline`. */
  readonly connection: EventTarget
  readonly isOnline: () => boolean
  /** The milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly signal: AbortSignal
  /** The start of the challenge, which may have been shown before, by `now`. */
  readonly beganAtMs: number
}

/** Watches the bank's page until the signal, and reports each change of its state. */
export function watchProgress(ports: ProgressPorts, onState: (state: BankState) => void): void {
  const { bank, connection, isOnline, now, signal, beganAtMs } = ports
  const askedAtMs = now()
  let state: BankState = { isShown: false, isLost: false, isBroken: false, isLong: false, news: null }
  const know = (changes: Partial<BankState>) => {
    state = { ...state, ...changes }
    onState(state)
  }

  const loading = setTimeout(() => know({ isBroken: true, news: 'bankIsSlow' }), LOADS_WITHIN_MS)
  const long = setTimeout(() => know({ isLong: true }), LONG_AFTER_MS)
  const closing = setTimeout(
    () => know({ news: 'closesSoon' }),
    Math.max(0, beganAtMs + CLOSES_SOON_AFTER_MS - askedAtMs),
  )
  signal.addEventListener('abort', () => [loading, long, closing].forEach(clearTimeout))

  const onLoad = () => {
    clearTimeout(loading)
    if (!isOnline()) return know({ isShown: false, isLost: true, isBroken: true, news: 'connectionLost' })
    const isLate = state.isShown && now() - askedAtMs > ARRIVES_WITHIN_MS
    know({
      isShown: true,
      isLost: false,
      isBroken: false,
      // The bank's next page, or a page after the browser's Back button: the frame cannot distinguish them.
      ...(isLate && { isLong: true }),
      ...(state.news !== 'closesSoon' && { news: null }),
    })
  }
  bank.addEventListener('load', onLoad, { signal })
  connection.addEventListener('offline', () => know({ isBroken: true, news: 'connectionLost' }), { signal })
  connection.addEventListener('online', () => know({ news: 'connectionBack' }), { signal })
  know(isOnline() ? {} : { isBroken: true, news: 'connectionLost' })
}
