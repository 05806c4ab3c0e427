import { ConfigurationError } from '../errors/configuration-error.ts'

/** The longest delay that timers support. */
const DURATION_MAX_MS = 2_147_483_647

/** @throws When it is no duration that a timer can keep. {@link ConfigurationError} */
export function readDurationMs(option: string, ms: number): number {
  if (Number.isInteger(ms) && ms >= 1 && ms <= DURATION_MAX_MS) return ms
  throw new ConfigurationError(option, `must be a whole number of milliseconds from 1 to ${DURATION_MAX_MS}`)
}
