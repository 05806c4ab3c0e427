/** Longer than a holiday. */
export const NETWORK_KNOWN_MS = 90 * 86_400_000

/** Networks that someone has signed in from: their sign-ins do not wait behind those of strangers. */
export interface KnownNetworks {
  /** @param network - an IPv4 address or an IPv6 /64. */
  remember(network: string, nowMs: number): Promise<void>
  has(network: string, nowMs: number): Promise<boolean>
  /** Deletes what is over; returns how many. */
  deleteExpired(nowMs: number): Promise<number>
}
