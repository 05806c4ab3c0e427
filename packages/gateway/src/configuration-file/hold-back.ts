import type { ConfiguredMerchant, ProviderAccount, Terminal } from '../merchants/index.ts'

/** What a process can reach; null when it does not say. */
export interface LiveProcess {
  readonly name: string
  readonly reaches: ReadonlySet<string> | null
}

/** A route that is not used yet. */
export interface SkippedRoute {
  readonly terminalId: string
  /** A provider account or a 3DS server, as {@link nameRoute} and {@link nameThreeDsServer} name it. */
  readonly route: string
  /** The processes that cannot serve it. */
  readonly processes: readonly string[]
}

type Routes = Pick<Terminal, 'id' | 'routing' | 'threeDsServer' | 'alternativeAccounts'>

/** The name under which a process reports that it can reach an account. */
export function nameRoute({ providerId, accountId }: ProviderAccount): string {
  return `${providerId}/${accountId}`
}

/** The name under which a process reports that it can reach a 3DS server. */
export function nameThreeDsServer(id: string): string {
  return `3ds-server ${id}`
}

/**
 * Returns a merchant whose terminals use only what every live process can reach: a payment may be continued by any of them. A
 * route that one of them lacks is left out for now; a terminal with nothing else keeps what it has.
 *
 * @param present - the terminals as they are stored.
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
    // What is in use stays in use: a gateway that lags behind must not take it from the others.
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

/** A provider that is plugged in without a configuration is named without its accounts. */
function canReach(reaches: ReadonlySet<string>, route: string): boolean {
  const [provider = ''] = route.split('/')
  return reaches.has(route) || reaches.has(provider)
}
