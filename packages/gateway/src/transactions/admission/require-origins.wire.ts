import type { ErrorItem } from '@sluice/types'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

/** Looks up the registered origins of a terminal. */
export interface OriginRecords {
  /**
   * Returns an empty list if the terminal restricts no origin, and for an unknown terminal, which is rejected later.
   */
  readonly listOrigins: (merchantId: string, terminalId: string) => Promise<readonly string[]>
}

/** The addresses in a request, by property. */
type NamedUrls = Readonly<Record<string, string | null | undefined>>

/**
 * Rejects addresses whose origin is not registered for the terminal, so that a stolen client secret cannot send
 * shoppers or challenge results elsewhere. Without registered origins all addresses pass.
 *
 * @see docs/protocol/origins.md#registered-origins
 */
export function refuseUnregisteredOrigins(origins: readonly string[], urls: NamedUrls): void {
  if (origins.length === 0) return
  const problems = Object.entries(urls).flatMap(([property, url]): ErrorItem[] =>
    url === undefined || url === null || origins.includes(new URL(url).origin)
      ? []
      : [{ property, message: 'origin is not registered', params: [property] }],
  )
  if (problems.length > 0) throw validationRefusal(problems)
}

/** Applies {@link refuseUnregisteredOrigins} with the terminal that the request names. */
export async function requireOrigins(
  { listOrigins }: OriginRecords,
  merchantId: string,
  terminalId: string,
  urls: NamedUrls,
): Promise<void> {
  refuseUnregisteredOrigins(await listOrigins(merchantId, terminalId), urls)
}

/**
 * Returns the target origin for the window message of a direct challenge: the origin of the shopper's page, if it is
 * known.
 */
export function messageOrigin(origins: readonly string[], returnUrl: string | null): string {
  const own = returnUrl === null ? null : new URL(returnUrl).origin
  return own !== null && origins.includes(own) ? own : (origins[0] ?? '*')
}
