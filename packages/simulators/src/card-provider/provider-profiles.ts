/** The traits in which one simulated provider differs from another. */
export interface ProviderProfile {
  readonly id: string
  /** Whether an authorization without CVV is refused with 2020. */
  readonly requiresCvv: boolean
  /** Whether it authenticates shoppers itself. */
  readonly authenticates?: true
}

/**
 * The six providers: the first choice and as many alternatives as fallback routing tries by default. Two of them
 * authenticate shoppers themselves.
 */
export const PROVIDER_PROFILES: readonly ProviderProfile[] = [
  { id: 'sim-a', requiresCvv: false },
  { id: 'sim-b', requiresCvv: false },
  { id: 'sim-c', requiresCvv: true },
  { id: 'sim-d', requiresCvv: false },
  { id: 'sim-e', requiresCvv: false },
  { id: 'sim-f', requiresCvv: false },
  { id: 'sim-g', requiresCvv: false, authenticates: true },
  { id: 'sim-h', requiresCvv: false, authenticates: true },
]

/** Returns the only account of a simulated provider; it accepts every currency. */
export function accountOf({ id }: Pick<ProviderProfile, 'id'>): string {
  return `${id}-eur`
}
