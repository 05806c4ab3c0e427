import { PROVIDER_CONNECTORS } from '@sluice/connectors/declarations'

import type { ConfigProblem } from '../config-values.ts'
import { show } from './describe-issue.ts'
import type { FileDocument } from './file-schema.ts'

/** The members of a provider entry that a connector declares itself; each member of `declarations` counts on its own. */
const DECLARED = ['operations', 'fences', 'reports', 'declarations'] as const

/**
 * Lists members of entries with a connector that the connector's own declarations override. It takes them from the document as it
 * was written, because a member with its default value would be ignored as well.
 */
export function findOverridden(
  written: unknown,
  { providers }: Pick<FileDocument, 'providers'>,
  place: (path: readonly PropertyKey[]) => string,
): ConfigProblem[] {
  return providers.flatMap(({ type }, at) => {
    if (type === 'http') return []
    const { title } = PROVIDER_CONNECTORS[type]
    const entry = memberOf(memberOf(written, 'providers'), at)
    return DECLARED.flatMap((name) => {
      const given = memberOf(entry, name)
      if (given === undefined) return []
      const inner =
        name === 'declarations' ? Object.keys(given as object).map((key) => [name, key]) : [[name]]
      return inner.map((path) => ({
        name: place(['providers', at, ...path]),
        got: show(path.reduce(memberOf, entry)),
        fix: `leave it out: the connector to ${title} declares its own ${path.at(-1)}`,
      }))
    })
  })
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined
}
