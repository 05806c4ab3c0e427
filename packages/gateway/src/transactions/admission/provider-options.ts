import type { ProviderOptions } from '../execution/provider.ts'

/** Returns the members of `options` for the provider: all except the gateway's own. Null if none is left. */
export function providerOptionsOf(
  options: ProviderOptions | undefined,
  own: readonly string[],
): ProviderOptions | null {
  const left = Object.entries(options ?? {}).filter(([name]) => !own.includes(name))
  return left.length === 0 ? null : Object.fromEntries(left)
}
