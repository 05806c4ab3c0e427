import { ALTERNATIVE_TYPES } from '@sluice/types/vocabulary'

import { describeMethod, type DescribedMethod } from '../method-catalogue/index.ts'
import type { ConfigurationFile } from './configuration-file.ts'

/** A payment method of a terminal in the file. */
export interface FileMethod {
  /** The merchant's name in the file. */
  readonly merchant: string
  readonly terminalId: string
  readonly providerId: string
  readonly method: DescribedMethod
  /** The reason why lists do not show it; null if they do. */
  readonly hidden: string | null
}

/** Lists the alternative payment methods of a file in the shoppers' order, by merchant and terminal. */
export function listFileMethods(
  { merchants, providers }: Pick<ConfigurationFile, 'merchants' | 'providers'>,
  isProduction: boolean,
): readonly FileMethod[] {
  const settingsOf = new Map(providers.map(({ id, capabilities }) => [id, capabilities.methodSettings]))
  return merchants.flatMap(({ label, merchant }) =>
    merchant.terminals.flatMap((terminal) =>
      ALTERNATIVE_TYPES.flatMap((type): readonly FileMethod[] => {
        const account = terminal.alternativeAccounts.get(type)
        if (account === undefined || !terminal.methods.has(type)) return []
        const { providerId } = account
        const method = describeMethod(type, settingsOf.get(providerId), terminal.methodSettings)
        const hidden = whyHidden(method, isProduction)
        return [{ merchant: label, terminalId: terminal.id, providerId, method, hidden }]
      }).toSorted((one, other) => orderOf(one) - orderOf(other)),
    ),
  )
}

function orderOf({ method: { order } }: FileMethod): number {
  return order ?? Number.MAX_SAFE_INTEGER
}

function whyHidden({ closed, name, isVisible }: DescribedMethod, isProduction: boolean): string | null {
  if (closed !== null) return closed
  if (name === null && isProduction) return 'it has no name'
  return isVisible ? null : 'visible: false'
}
