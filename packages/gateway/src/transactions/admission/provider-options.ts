import type { ProviderOptions } from '../execution/provider.ts'

/** What of `options` goes to the provider: all but the gateway's own members. Null when nothing is left. */
export function providerOptionsOf(
  options: ProviderOptions | undefined,
  own: readonly string[],
): ProviderOptions | null {
  const left = Object.entries(options ?? {}).filter(([name]) => !own.includes(name))
  return left.length === 0 ? null : Object.fromEntries(left)
}
