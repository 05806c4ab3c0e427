/** The versions that the connector supports, in order of preference. */
export const SUPPORTED_VERSIONS = ['2.2.0', '2.1.0'] as const

export type SupportedVersion = (typeof SUPPORTED_VERSIONS)[number]

/** The versions that one side of a card’s range supports. */
export interface VersionRange {
  readonly start: string
  readonly end: string
  /** The member in which the server lists versions individually, because one in between may be disabled. */
  readonly listed: readonly string[] | null
}

/**
 * Returns the best version that the bank, the directory server and the connector have in common; null if there is
 * none.
 */
export function chooseVersion(...sides: readonly VersionRange[]): SupportedVersion | null {
  const handles = (version: string) => (side: VersionRange) =>
    side.listed?.includes(version) ?? (side.start <= version && version <= side.end)
  return SUPPORTED_VERSIONS.find((version) => sides.every(handles(version))) ?? null
}
