import type { ThreeDsServer } from './three-ds-server.ts'

/** The 3DS servers of a gateway. An attempt uses one of them from its enrolment to its last result. */
export interface ThreeDsServers {
  /** Chooses the server with the id, or the first for null. */
  choose(id: string | null): { readonly id: string | null; readonly server: ThreeDsServer }
  /** The server that an attempt uses; one that is not configured any more is unavailable. */
  find(id: string | null): ThreeDsServer
}

/** Without a 3-D Secure server no card is authenticated. */
const NO_SERVER: ThreeDsServer = {
  enrol: () => Promise.resolve({ kind: 'unavailable', threeDsServerTransId: null }),
  authenticate: () => Promise.resolve({ kind: 'unavailable' }),
  readChallengeResult: () => Promise.resolve(null),
}

/** @param servers - By id, in the order of the configuration. */
export function createThreeDsServers(servers: ReadonlyMap<string, ThreeDsServer>): ThreeDsServers {
  const [first = null] = servers.keys()
  const choose = (id: string | null) => {
    const chosen = id ?? first
    return { id: chosen, server: (chosen === null ? undefined : servers.get(chosen)) ?? NO_SERVER }
  }
  return { choose, find: (id) => choose(id).server }
}
