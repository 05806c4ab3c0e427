/**
 * 3-D Secure for your own front end: the two frames and the browser's data. It has no dependencies, and importing it
 * has no effects, so it can be imported without a `window`.
 *
 * The server reads the gateway's response with `nextStep` and sends the step to the page as JSON; the page shows it
 * and reports its end to the server. The page's report is a hint: the gateway decides by the issuer's message.
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
