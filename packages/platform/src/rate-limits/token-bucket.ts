/** A rate limit: a burst at once, and a steady flow after that. */
export interface RatePolicy {
  /** The name in `RateLimit` headers. */
  readonly name: string
  readonly perSecond: number
  readonly burst: number
}

/** The remaining burst of a policy. An unused bucket is full. */
export interface TokenBucket {
  /** May be a fraction: the flow fills continuously. */
  readonly tokens: number
  readonly atMs: number
}

export interface Draw {
  readonly bucket: TokenBucket
  readonly isAllowed: boolean
  /** Whole seconds until one use is allowed again, at least 1; null when this one is. */
  readonly waitSeconds: number | null
}

/** Takes one token if there is one. A refused use costs nothing, so that waiting always helps. */
export function drawToken(bucket: TokenBucket | undefined, policy: RatePolicy, nowMs: number): Draw {
  const tokens = bucket === undefined ? policy.burst : refill(bucket, policy, nowMs)
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, atMs: nowMs }, isAllowed: true, waitSeconds: null }
  const waitSeconds = waitSecondsFor(tokens, policy)
  return { bucket: { tokens, atMs: nowMs }, isAllowed: false, waitSeconds }
}

/** Returns the whole seconds until there is a whole token again, at least 1. */
export function waitSecondsFor(tokens: number, { perSecond }: RatePolicy): number {
  return Math.max(1, Math.ceil((1 - tokens) / perSecond))
}

/** Returns the time at which the bucket is full again and can be deleted. */
export function fullAtMs({ tokens, atMs }: TokenBucket, { burst, perSecond }: RatePolicy): number {
  return atMs + Math.ceil(((burst - tokens) * 1000) / perSecond)
}

/** A clock that was set back adds nothing and takes nothing. */
function refill({ tokens, atMs }: TokenBucket, { burst, perSecond }: RatePolicy, nowMs: number): number {
  return Math.min(burst, tokens + (Math.max(0, nowMs - atMs) * perSecond) / 1000)
}
