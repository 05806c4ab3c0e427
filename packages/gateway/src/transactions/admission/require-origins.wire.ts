import type { ErrorItem } from '@sluice/types'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

/** Where the origins of a terminal are looked up. */
export interface OriginRecords {
  /** Empty where the terminal restricts none, and for an unknown terminal, which is refused later. */
  readonly listOrigins: (merchantId: string, terminalId: string) => Promise<readonly string[]>
}

/** Addresses of a request, by the property that names each. */
type NamedUrls = Readonly<Record<string, string | null | undefined>>

/**
 * Refuses addresses of other origins than the terminal has registered: a stolen client secret then sends no shopper and
 * no challenge result anywhere else. Without registered origins all pass.
 *
 * @see docs/protocol/origins.md#registered-origins
 */
export function refuseForeignOrigins(origins: readonly string[], urls: NamedUrls): void {
  if (origins.length === 0) return
  const problems = Object.entries(urls).flatMap(([property, url]): ErrorItem[] =>
    url === undefined || url === null || origins.includes(new URL(url).origin)
      ? []
      : [{ property, message: 'origin is not registered', params: [property] }],
  )
  if (problems.length > 0) throw validationRefusal(problems)
}

/** {@link refuseForeignOrigins} of a terminal that the request names. */
export async function requireOrigins(
  { listOrigins }: OriginRecords,
  merchantId: string,
  terminalId: string,
  urls: NamedUrls,
): Promise<void> {
  refuseForeignOrigins(await listOrigins(merchantId, terminalId), urls)
}

/** Where the window message of a direct challenge goes: to the page that the shopper came from, if its origin is known. */
export function messageOrigin(origins: readonly string[], returnUrl: string | null): string {
  const own = returnUrl === null ? null : new URL(returnUrl).origin
  return own !== null && origins.includes(own) ? own : (origins[0] ?? '*')
}
