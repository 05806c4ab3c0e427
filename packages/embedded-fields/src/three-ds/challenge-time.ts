/** The timer is shown only in the last two of the ten minutes that a challenge may take. */
export const CLOSES_SOON_AFTER_MS = 480_000
