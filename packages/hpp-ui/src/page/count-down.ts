/**
 * The remaining time from which it is shown. WCAG 2.2 §2.2.1 requires 20 seconds; people need longer to find their
 * cards.
 */
const SHOWN_BELOW_MS = 5 * 60_000
/** Screen readers announce these, and not every second. */
const ANNOUNCED_MINUTES: readonly number[] = [5, 2, 1]
const SECOND_MS = 1_000
/** The longest delay a timer takes; a longer one would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

export interface CountdownView {
  /** `4:59`; null while there is plenty of time. */
  readonly show: (timeLeft: string | null) => void
  readonly announce: (minutes: number) => void
  readonly onEnd: () => void
}

/**
 * Counts down to the end of the session.
 *
 * @param now - Milliseconds since the epoch by the gateway's clock.
 * @returns how to stop it.
 */
export function countDown(
  endsAtMs: number,
  { now, show, announce, onEnd }: CountdownView & { readonly now: () => number },
): () => void {
  let timer: ReturnType<typeof setTimeout>
  let announced = Infinity

  function tick(): void {
    const leftMs = endsAtMs - now()
    if (leftMs <= 0) {
      show(null)
      return onEnd()
    }
    if (leftMs > SHOWN_BELOW_MS) {
      timer = setTimeout(tick, Math.min(leftMs - SHOWN_BELOW_MS, TIMER_MAX_MS))
      return
    }
    show(formatTimeLeft(leftMs))
    const minutes = Math.ceil(leftMs / 60_000)
    if (minutes < announced && ANNOUNCED_MINUTES.includes(minutes)) {
      announced = minutes
      announce(minutes)
    }
    timer = setTimeout(tick, leftMs % SECOND_MS || SECOND_MS)
  }

  tick()
  return () => clearTimeout(timer)
}

/** `4:59`; the second that has begun counts. */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
