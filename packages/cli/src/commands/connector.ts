import { PROVIDER_CONNECTORS } from '@sluice/connectors/declarations'
import { THREE_DS_CONNECTORS } from '@sluice/connectors'
import type { MethodDeclaration, SecretDeclaration, ThreeDsConnector } from '@sluice/connectors/kit'

import type { RunCommand } from './command.ts'
import { type Outcome, printOutcome } from './operator-outcome.ts'

/** Lists the connectors of this build with their declarations, or proves one at its provider's test environment. */
export const run: RunCommand = async (call) => {
  if (call.action !== 'prove') return printOutcome(call.options, list)
  const { proveConnectorCommand } = await import('./prove-connector.ts')
  return proveConnectorCommand(call)
}

async function list(): Promise<Outcome> {
  const connectors = Object.entries(PROVIDER_CONNECTORS).map(([type, connector]) => ({ type, ...connector }))
  const providers = connectors.map(({ type, title, url, contract, secrets, declared }) => ({
    type,
    title,
    url,
    contract,
    secrets: secrets.map(toSecret),
    authentication: declared.authentication,
    operations: declared.manages,
    events: declared.events,
    methods: declared.methods.map(({ theirName, ...method }) => ({ ...method, their_name: theirName })),
    declarations: declared.declarations,
  }))
  const servers = await Promise.all(Object.values(THREE_DS_CONNECTORS).map(async (load) => load()))
  const value = [...providers, ...servers.map(toServer)]
  return { value, lines: value.flatMap(describe) }
}

function toSecret({ name, isRequired, description }: SecretDeclaration) {
  return { name, required: isRequired, description }
}

/** A 3-D Secure server accepts no payments. */
function toServer({ type, title, url, secrets }: ThreeDsConnector) {
  return {
    type,
    title,
    url,
    contract: null,
    secrets: secrets.map(toSecret),
    authentication: ['EXTERNAL'] as const,
    operations: [],
    events: 'NONE' as const,
    methods: [],
    declarations: {},
  }
}

function describe(connector: {
  readonly type: string
  readonly title: string
  readonly authentication: readonly string[]
  readonly operations: readonly string[]
  readonly secrets: readonly {
    readonly name: string
    readonly required: boolean
    readonly description: string
  }[]
  readonly methods: readonly (Omit<MethodDeclaration, 'theirName'> & { readonly their_name: string })[]
}): readonly string[] {
  const { type, title, authentication, operations, secrets, methods } = connector
  return [
    `${type}  ${title}  not yet run with live keys`,
    `  authentication: ${authentication.join(', ')}  operations: ${operations.length === 0 ? 'none' : operations.join(', ')}`,
    ...secrets.map(
      ({ name, required, description }) =>
        `  secret_files.${name}${required ? '' : ' (optional)'}: ${description}`,
    ),
    ...methods.map((method) => `  ${describeMethod(method)}`),
  ]
}

function describeMethod({
  type,
  their_name: theirs,
  currencies,
  countries,
  refunds,
  holds,
}: Omit<MethodDeclaration, 'theirName'> & { readonly their_name: string }): string {
  const where = countries === 'all' ? 'all countries' : countries.join(' ')
  const money = currencies === 'all' ? 'all currencies' : currencies.join(' ')
  return `${type} (${theirs})  ${money}  ${where}  refunds: ${refunds}${holds ? '  holds' : ''}`
}
