/** Paths of the simulated bank, below the simulators' own origin. */
export const ACS_PATHS = {
  method: '/simulators/acs/method',
  /** A 3DS Method page that never notifies, so that the browser waits until its timeout. */
  silentMethod: '/simulators/acs/method/silent',
  challenge: '/simulators/acs/challenge',
  answer: '/simulators/acs/challenge/answer',
} as const
