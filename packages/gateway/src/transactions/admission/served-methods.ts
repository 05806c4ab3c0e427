import { CARD_METHOD_TYPES, PROVIDER_REDIRECT_PREFIX } from '@sluice/types/vocabulary'

import type { ProviderAccount, Terminal } from '../../merchants/index.ts'
import { type DescribedMethod, describeMethod, type LimitsByCurrency } from '../../method-catalogue/index.ts'
import { CARD_METHOD, type Provider } from '../execution/provider.ts'
import { dividePlans } from './divide-plans.ts'
import type { OfferedTerminal } from './method-table.ts'

const CARD_METHODS: ReadonlySet<string> = new Set(CARD_METHOD_TYPES)

/**
 * Returns the terminal without methods that no provider of this gateway supports and without closed ones, so that
 * only payable methods are offered.
 *
 * @param isProduction - in the test environment, a method without a name is shown by its code.
 */
export function withServedMethods(
  terminal: Terminal,
  providers: ReadonlyMap<string, Provider>,
  isProduction: boolean,
): OfferedTerminal {
  const serves = (account: ProviderAccount | undefined, method: string): boolean =>
    account !== undefined && providers.get(account.providerId)?.capabilities.methods.has(method) === true
  const isServed = (type: string): boolean =>
    CARD_METHODS.has(type)
      ? serves(terminal.routing[0], CARD_METHOD)
      : serves(terminal.alternativeAccounts.get(type), type)
  const described = [...terminal.methods]
    .filter((type) => !CARD_METHODS.has(type) && isServed(type))
    .map((type) => describeAt(terminal, type, providers))
    .filter(({ closed }) => closed === null)
    .map((method) => ({
      ...method,
      limits: [...method.limits, ...limitsOfProvider(terminal, method, providers)],
    }))
    .map((method) => (isProduction ? method : { ...method, name: method.name ?? lettersOf(method) }))
  const taken = new Set([...CARD_METHODS, ...described.map(({ type }) => type)])
  const methods = new Set([...terminal.methods].filter((type) => taken.has(type) && isServed(type)))
  const divided = terminal.routing
    .filter((account) => serves(account, CARD_METHOD))
    .map(({ providerId }) => providers.get(providerId)?.capabilities.operations.installments ?? false)
  return { ...terminal, methods, described, installments: dividePlans(terminal.installments, divided) }
}

/** Describes a method at a terminal, as the terminal's provider for it is configured. */
export function describeAt(
  terminal: Pick<Terminal, 'alternativeAccounts' | 'methodSettings'>,
  type: string,
  providers: ReadonlyMap<string, Pick<Provider, 'capabilities'>>,
): DescribedMethod {
  const account = terminal.alternativeAccounts.get(type)
  const provider = account && providers.get(account.providerId)
  return describeMethod(type, provider?.capabilities.methodSettings, terminal.methodSettings)
}

/** Returns the provider's limits that apply to every method. */
function limitsOfProvider(
  { alternativeAccounts }: Terminal,
  { type }: DescribedMethod,
  providers: ReadonlyMap<string, Pick<Provider, 'capabilities'>>,
): readonly LimitsByCurrency[] {
  const provider = providers.get(alternativeAccounts.get(type)?.providerId ?? '')
  return provider ? [provider.capabilities.amounts] : []
}

function lettersOf({ type }: DescribedMethod): string {
  return type.replace(PROVIDER_REDIRECT_PREFIX, '').toUpperCase()
}
