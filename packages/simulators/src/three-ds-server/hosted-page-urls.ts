interface Challenge {
  readonly threeDsServerTransId: string
}

/** Returns the path of the page on which the simulated 3DS server shows a challenge. */
export function hostedPagePath({ threeDsServerTransId }: Challenge): string {
  return `/simulators/three-ds-server/challenges/${threeDsServerTransId}`
}

/** Returns the path to which the bank posts the CRes of a challenge that the 3DS server shows. */
export function challengeEndPath(challenge: Challenge): string {
  return `${hostedPagePath(challenge)}/end`
}

/** @param pagesUrl - The origin of the simulators' pages. */
export function hostedPageUrl(pagesUrl: string, challenge: Challenge): string {
  return pagesUrl + hostedPagePath(challenge)
}

/** @param pagesUrl - The origin of the simulators' pages. */
export function challengeEndUrl(pagesUrl: string, challenge: Challenge): string {
  return pagesUrl + challengeEndPath(challenge)
}
