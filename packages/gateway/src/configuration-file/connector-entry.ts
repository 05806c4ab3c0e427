import type { DeclaredConnector } from '@sluice/connectors/declarations'
import type { ConnectorSecrets } from '@sluice/connectors/kit'
import { Secret } from '@sluice/platform/kernel/secret'

import type { ProviderCapabilities } from '../transactions/index.ts'
import type { GivenSecret } from '../config-secret-rules.ts'
import { declarationsSchema } from './declarations-schema.ts'
import type { FileDocument } from './file-schema.ts'
import { type MethodEntry, typeOf } from './method-schema.ts'
import { toDeclarations } from './to-declarations.ts'

/** Returns a connector's declarations in the form of a provider's configuration. */
export function toConnectorCapabilities(
  { declared }: DeclaredConnector,
  methods: readonly MethodEntry[],
  hasEvents: boolean,
): Omit<ProviderCapabilities, 'methods' | 'authenticatesAt'> {
  const document = declarationsSchema.parse(declared.declarations)
  return {
    ...toDeclarations(document, {
      operations: declared.manages,
      fences: false,
      methods: methods.map((entry) => withoutRefunds(declared, entry)),
    }),
    reports: hasEvents ? declared.events : 'NONE',
  }
}

/** A method that the provider cannot refund in any currency is not refundable, whatever the file says. */
function withoutRefunds(declared: DeclaredConnector['declared'], entry: MethodEntry): MethodEntry {
  const ways = declared.methods.filter(({ type }) => type === typeOf(entry))
  if (ways.length === 0 || ways.some(({ refunds }) => refunds !== 'none')) return entry
  return { ...(typeof entry === 'string' ? { type: entry } : entry), refundable: false } as MethodEntry
}

/** Reads the files of a connector's secrets. Of two files for one secret, the first is the new one. */
export function readConnectorSecrets(
  { secrets }: DeclaredConnector,
  member: FileDocument['providers'][number],
  place: readonly PropertyKey[],
  context: {
    readonly readSecret: (
      place: readonly PropertyKey[],
      path: string,
      form: GivenSecret,
    ) => Secret<string> | null
    readonly isProduction?: boolean
  },
): ConnectorSecrets {
  const { readSecret, isProduction = false } = context
  return Object.fromEntries(
    secrets.flatMap(({ name, patterns, description }) => {
      const given = member.secret_files[name]
      if (given === undefined) return []
      const pattern = patterns && (isProduction ? patterns.live : patterns.test)
      const read = [given].flat().map((path, index) => {
        const at = [...place, 'secret_files', name, ...(Array.isArray(given) ? [index] : [])]
        return readSecret(at, path, { pattern, description }) ?? new Secret('')
      })
      return [[name, read]]
    }),
  )
}
