/** A name that has not answered by then is taken for one that this browser does not resolve, milliseconds. */
const PROBE_TIMEOUT_MS = 1_000

/**
 * Where this browser finds the pages of a test environment. It gives them names below `localhost`, which Safari and some
 * resolvers do not resolve, and a port to each for those.
 *
 * @see docs/protocol.md#origins
 */
export interface Reach {
  /** @param fallbacks - of a session: none in production, and then nothing is asked for. */
  learn(fallbacks: Readonly<Record<string, string>> | undefined): void
  /** @returns the address, by port where this browser does not resolve its name. */
  addressOf(address: string): Promise<string>
}

/** @param probe - whether this browser gets to an origin: the first that is needed is asked for, once, and decides for all. */
export function createReach(probe: (origin: string) => Promise<boolean> = probeOrigin): Reach {
  let fallbacks: Readonly<Record<string, string>> = {}
  let resolves: Promise<boolean> | undefined
  return {
    learn: (told = {}) => void (fallbacks = told),
    async addressOf(address) {
      for (const [name, byPort] of Object.entries(fallbacks))
        if (`${address}/`.startsWith(`${name}/`) && !(await (resolves ??= probe(name))))
          return address.replace(name, byPort)
      return address
    },
  }
}

/** The answer cannot be read, and need not be: that there is one says enough. Every origin of the gateway has the path. */
function probeOrigin(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  return fetch(`${origin}/health/live`, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )
}

/** Of this document: what its browser resolves does not change. */
export const browserReach = createReach()
