import type { ThreeDsServer } from './three-ds-server.ts'

/** The 3DS servers of a gateway. An attempt uses the same one from its enrolment to its last result. */
export interface ThreeDsServers {
  readonly ids: readonly string[]
  /** Chooses the server with the id, or the first for null. Without such a server no card is authenticated. */
  choose(id: string | null): { readonly id: string | null; readonly server: ThreeDsServer | null }
  /** The server that an attempt uses; a server that is no longer configured is unavailable. */
  find(id: string | null): ThreeDsServer
}

/** Its open challenges end like those of a server that does not respond. */
const REMOVED_SERVER: ThreeDsServer = {
  enrol: () => Promise.resolve({ kind: 'unavailable', threeDsServerTransId: null }),
  authenticate: () => Promise.resolve({ kind: 'unavailable' }),
  readChallengeResult: () => Promise.resolve(undefined),
}

/** @param servers - the servers by id, in the order of the configuration; they may be replaced. */
export function createThreeDsServers(servers: ReadonlyMap<string, ThreeDsServer>): ThreeDsServers {
  const choose = (id: string | null) => {
    const [first = null] = servers.keys()
    const chosen = id ?? first
    return { id: chosen, server: (chosen === null ? undefined : servers.get(chosen)) ?? null }
  }
  return {
    get ids() {
      return [...servers.keys()]
    },
    choose,
    find: (id) => choose(id).server ?? REMOVED_SERVER,
  }
}
