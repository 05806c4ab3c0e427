/** Where the simulated bank answers, below the simulators' own origin. */
export const ACS_PATHS = {
  method: '/simulators/acs/method',
  /** A method page that never notifies: the browser waits in vain. */
  silentMethod: '/simulators/acs/method/silent',
  challenge: '/simulators/acs/challenge',
  answer: '/simulators/acs/challenge/answer',
} as const
