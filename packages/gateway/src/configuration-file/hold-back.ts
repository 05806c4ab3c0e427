import type { ConfiguredMerchant, ProviderAccount, Terminal } from '../merchants/index.ts'

/** The routes that a process can serve; null if it does not report them. */
export interface LiveProcess {
  readonly name: string
  readonly reaches: ReadonlySet<string> | null
}

/** A route that is held back. */
export interface SkippedRoute {
  readonly terminalId: string
  /** A provider account or a 3DS server, as {@link nameRoute} and {@link nameThreeDsServer} name it. */
  readonly route: string
  /** The processes that cannot serve it. */
  readonly processes: readonly string[]
}

type Routes = Pick<Terminal, 'id' | 'routing' | 'threeDsServer' | 'alternativeAccounts'>

/** Returns the name under which a process reports an account as reachable. */
export function nameRoute({ providerId, accountId }: ProviderAccount): string {
  return `${providerId}/${accountId}`
}

/** Returns the name under which a process reports a 3DS server as reachable. */
export function nameThreeDsServer(id: string): string {
  return `3ds-server ${id}`
}

/**
 * Returns a merchant whose terminals use only routes that every live process can serve, because any of them may
 * continue a payment. A route that one of them lacks is omitted for now; a terminal without another route keeps its
 * own.
 *
 * @param present - the stored terminals.
 */
export function holdBack(
  merchant: ConfiguredMerchant,
  present: readonly Routes[],
  live: readonly LiveProcess[],
): { readonly merchant: ConfiguredMerchant; readonly heldBack: readonly SkippedRoute[] } {
  const lacking = (route: string): readonly string[] =>
    live.filter(({ reaches }) => reaches !== null && !canReach(reaches, route)).map(({ name }) => name)
  const heldBack: SkippedRoute[] = []
  const terminals = merchant.terminals.map((terminal) => {
    const before = present.find(({ id }) => id === terminal.id)
    const isServed = (route: string): boolean => {
      const processes = lacking(route)
      if (processes.length > 0) heldBack.push({ terminalId: terminal.id, route, processes })
      return processes.length === 0
    }
    // A used route stays in use, because a gateway that lags behind must not remove it for the others.
    const inUse = new Set(before?.routing.map(nameRoute))
    const routing = terminal.routing.filter(
      (account) => inUse.has(nameRoute(account)) || isServed(nameRoute(account)),
    )
    const { threeDsServer } = terminal
    const isAuthenticated = threeDsServer === null || isServed(nameThreeDsServer(threeDsServer))
    const alternatives = [...terminal.alternativeAccounts].flatMap(([method, account]) => {
      const usual = before?.alternativeAccounts.get(method)
      if (isServed(nameRoute(account))) return [[method, account] as const]
      return usual ? [[method, usual] as const] : []
    })
    return {
      ...terminal,
      routing: routing.length > 0 || !before ? routing : before.routing,
      threeDsServer: isAuthenticated || !before ? threeDsServer : before.threeDsServer,
      alternativeAccounts: new Map(alternatives),
    }
  })
  return heldBack.length === 0 ? { merchant, heldBack } : { merchant: { ...merchant, terminals }, heldBack }
}

/** A provider without a configuration is named without its accounts. */
function canReach(reaches: ReadonlySet<string>, route: string): boolean {
  const [provider = ''] = route.split('/')
  return reaches.has(route) || reaches.has(provider)
}
