/**
 * How long a sealed field may be used. A stolen envelope becomes worthless after a day.
 *
 * @see docs/protocol/card-encryption.md#card-encryption
 */

/** A day: long enough for a form left open and a slow queue, short enough for a replay store to remember every field. */
export const MAX_AGE_SECONDS = 86_400

/** Clocks of merchants' servers run ahead by seconds, rarely by minutes. */
export const MAX_CLOCK_SKEW_SECONDS = 300

/** The time for which the gateway stores a used field: a field issued "in the future" lives longest. */
export const REPLAY_RETENTION_SECONDS = MAX_AGE_SECONDS + MAX_CLOCK_SKEW_SECONDS

/** Both ends are inclusive. */
export function isFresh(issuedAtSeconds: number, nowSeconds: number): boolean {
  return (
    issuedAtSeconds >= nowSeconds - MAX_AGE_SECONDS && issuedAtSeconds <= nowSeconds + MAX_CLOCK_SKEW_SECONDS
  )
}
