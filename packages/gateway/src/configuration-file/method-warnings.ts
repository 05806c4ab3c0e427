import { findCataloguedMethod } from '@sluice/types/vocabulary'

import { describeMethod } from '../method-catalogue/index.ts'
import type { ConfigurationFile } from './configuration-file.ts'

type File = Pick<ConfigurationFile, 'merchants' | 'providers'>

/** Returns a warning for each method that the file lists and that no shopper is offered: closed, or without a name. */
export function listMethodWarnings(file: File, environment: 'test' | 'production'): readonly string[] {
  return [...new Set([...listClosed(file), ...(environment === 'production' ? listNameless(file) : [])])]
}

function listClosed({ merchants, providers }: File): readonly string[] {
  const listed = [
    ...providers.map(({ id, capabilities }) => ({
      where: `provider ${id} lists`,
      types: capabilities.methods,
    })),
    ...merchants.flatMap(({ label, merchant }) =>
      merchant.terminals.map(({ id, methods }) => ({
        where: `${label}: terminal ${id} lists`,
        types: methods,
      })),
    ),
  ]
  return listed.flatMap(({ where, types }) =>
    [...types].flatMap((type) => {
      const closed = findCataloguedMethod(type)?.closed ?? null
      return closed === null ? [] : [`${where} ${type}, which is never offered: ${closed}. Remove it.`]
    }),
  )
}

function listNameless({ merchants, providers }: File): readonly string[] {
  const known = new Map(providers.map(({ id, capabilities }) => [id, capabilities]))
  return merchants.flatMap(({ label, merchant }) =>
    merchant.terminals.flatMap(({ id, methods, alternativeAccounts, methodSettings }) =>
      [...methods].flatMap((type) => {
        const account = alternativeAccounts.get(type)
        if (account === undefined || findCataloguedMethod(type) === null) return []
        const settings = known.get(account.providerId)?.methodSettings
        return describeMethod(type, settings, methodSettings).name === null
          ? [
              `${label}: terminal ${id} does not offer ${type}: it has no name. Add one, {type: ${type}, name: …}, in methods of ${account.providerId}`,
            ]
          : []
      }),
    ),
  )
}
