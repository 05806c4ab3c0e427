import type { CardBrand } from '@sluice/types/vocabulary'

import { type AccountRegistration, listMissing } from '../three-ds/index.ts'
import type { ConfigurationFile } from './configuration-file.ts'

/** A terminal that authenticates cards at an account without the data that 3DS servers require. */
export interface ThreeDsGap {
  readonly merchantAt: number
  readonly terminalAt: number
  readonly merchantLabel: string
  readonly terminalId: string
  readonly providerId: string
  readonly accountId: string
  /** Missing members of the account or of a business: `acquirers.VISA`, `business.mcc`. */
  readonly missing: readonly string[]
}

/** Lists accounts without the data that 3DS servers require, by terminal. Ignores accounts that the file does not describe. */
export function listThreeDsGaps({
  merchants,
  providers,
}: Pick<ConfigurationFile, 'merchants' | 'providers'>): readonly ThreeDsGap[] {
  const accounts = new Map<string, AccountRegistration>(
    providers.flatMap(({ id, accounts: own, capabilities }) =>
      own
        // If the provider authenticates, no 3DS server needs the data.
        .filter((account) => capabilities.authenticatesAt?.has(account.id) !== true)
        .map((account) => [keyOf(id, account.id), account] as const),
    ),
  )
  return merchants.flatMap(({ label, merchant }, merchantAt) =>
    merchant.terminals.flatMap((terminal, terminalAt) => {
      if (terminal.status === 'INACTIVE' || !terminal.features.has('THREE_DS')) return []
      return terminal.routing.flatMap(({ providerId, accountId }) => {
        const account = accounts.get(keyOf(providerId, accountId))
        if (account === undefined) return []
        const missing = listMissing({ terminal, merchant, account }, terminal.brands as Iterable<CardBrand>)
        const place = { merchantAt, terminalAt, merchantLabel: label, terminalId: terminal.id }
        return missing.length === 0 ? [] : [{ ...place, providerId, accountId, missing }]
      })
    }),
  )
}

function keyOf(providerId: string, accountId: string): string {
  return JSON.stringify([providerId, accountId])
}
