/**
 * A host name that has not answered within this time counts as one that this browser does not resolve, in
 * milliseconds.
 */
const PROBE_TIMEOUT_MS = 1_000

/**
 * Resolves the addresses of a test environment's pages for this browser. It gives them names below `localhost`, which
 * Safari and some resolvers do not resolve, and a port for each as a fallback.
 *
 * @see docs/protocol/origins.md#origins
 */
export interface AddressResolver {
  /** @param fallbacks - the fallback origins of the session. Production has none, so nothing is probed. */
  learn(fallbacks: Readonly<Record<string, string>> | undefined): void
  /** @returns the address, or its fallback by port if this browser cannot resolve the host name. */
  addressOf(address: string): Promise<string>
}

/**
 * Checks whether an origin answers. The first host name that is needed decides for all. If the page's own origin
 * does not answer either, the gateway is restarting, and the check proves nothing about names.
 */
export function createAddressResolver(
  probe: (origin: string) => Promise<boolean> = probeOrigin,
  ownOrigin: () => string = () => location.origin,
): AddressResolver {
  let fallbacks: Readonly<Record<string, string>> = {}
  let asked: Promise<boolean | null> | null = null
  const goesByPort = async (name: string) => !(await probe(name)) && ((await probe(ownOrigin())) || null)
  return {
    learn: (told = {}) => void (fallbacks = told),
    async addressOf(address) {
      for (const [name, byPort] of Object.entries(fallbacks)) {
        if (!`${address}/`.startsWith(`${name}/`)) continue
        const answer = await (asked ??= goesByPort(name))
        if (answer === null) asked = null
        if (answer) return address.replace(name, byPort)
      }
      return address
    },
  }
}

/** The response cannot be read, but its existence suffices. Every origin of the gateway has the path. */
function probeOrigin(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  return fetch(`${origin}/health/live`, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )
}

/** Cached per document, because the names that its browser resolves do not change. */
export const browserReach = createAddressResolver()
