import {
  CHALLENGE_WINDOW_SIZES,
  DEFAULT_CHALLENGE_WINDOW_SIZE,
  type ChallengeWindowSize,
} from '@sluice/types/vocabulary'

/** The available space of a window, in CSS pixels. */
export interface Room {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The window in which a challenge is shown: the requested size, or the whole screen if that does not fit. Chosen before
 * the challenge is requested, because the ACS draws its page for this size.
 *
 * @param code - `challenge_window_size` of the action token; an unknown code means the default.
 * @param room - On the screen, for the bank's page alone.
 */
export function chooseWindowSize(code: string, { widthPx, heightPx }: Room): ChallengeWindowSize {
  const asked = isWindowSize(code) ? code : DEFAULT_CHALLENGE_WINDOW_SIZE
  const size = CHALLENGE_WINDOW_SIZES[asked]
  return size !== 'full' && (size.widthPixels > widthPx || size.heightPixels > heightPx) ? '05' : asked
}

function isWindowSize(code: string): code is ChallengeWindowSize {
  return Object.hasOwn(CHALLENGE_WINDOW_SIZES, code)
}
