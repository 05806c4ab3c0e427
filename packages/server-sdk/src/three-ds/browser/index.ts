/**
 * 3-D Secure for a front end of one's own: the two frames and the browser's data. No dependencies, and importing it does
 * nothing, so it may be imported where there is no `window`.
 *
 * The server reads the gateway's answer with `nextStep` and sends the step to the page as JSON; the page shows it and tells
 * the server how it ended. What the page says is a hint: the gateway decides by what the issuer told it.
 *
 * @module
 */
export { collectBrowserInfo } from './collect-browser-info.ts'
export {
  type ChallengeEnd,
  type ChallengeOptions,
  type ChallengeToShow,
  showChallenge,
} from './show-challenge.ts'
export { type FingerprintOptions, type FingerprintToTake, takeFingerprint } from './take-fingerprint.ts'
