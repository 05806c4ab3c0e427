/** A public key with its times in seconds since the epoch, as far as its rotation goes. */
interface TimedKey {
  readonly alg: string
  readonly nbf: number
}

/** The state of a key in its rotation: the youngest valid one is used, older ones are being replaced. */
export function keyState(
  key: TimedKey,
  keys: readonly TimedKey[],
  nowMs: number,
): 'used' | 'announced' | 'ending' {
  if (key.nbf * 1000 > nowMs) return 'announced'
  const isReplaced = keys.some(({ alg, nbf }) => alg === key.alg && nbf > key.nbf && nbf * 1000 <= nowMs)
  return isReplaced ? 'ending' : 'used'
}
