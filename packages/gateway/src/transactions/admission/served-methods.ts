import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'

import type { ProviderAccount, Terminal } from '../../merchants/index.ts'
import { CARD_METHOD, type Provider } from '../execution/provider.ts'

const CARD_METHODS: ReadonlySet<string> = new Set(CARD_METHOD_TYPES)

/** A terminal without the methods that no provider of this gateway serves: what cannot be paid is not offered. */
export function withServedMethods(terminal: Terminal, providers: ReadonlyMap<string, Provider>): Terminal {
  const serves = (account: ProviderAccount | undefined, method: string): boolean =>
    account !== undefined && providers.get(account.providerId)?.capabilities.methods.has(method) === true
  const isServed = (type: string): boolean =>
    CARD_METHODS.has(type)
      ? serves(terminal.routing[0], CARD_METHOD)
      : serves(terminal.alternativeAccounts.get(type), type)
  return { ...terminal, methods: new Set([...terminal.methods].filter(isServed)) }
}
