/**
 * Writes docs/connectors.md from the declarations of the connectors: `node --conditions=@sluice/source tools/connector-matrix.ts --write`. A
 * test compares the page with what this makes.
 */
import { writeFileSync } from 'node:fs'

import { ALTERNATIVE_TYPES, methodName } from '../packages/types/src/vocabulary/index.ts'

import {
  type DeclaredConnector,
  PROVIDER_CONNECTOR_TYPES,
  PROVIDER_CONNECTORS,
} from '../packages/connectors/src/declarations.ts'
import { CONNECTOR as THREE_DS_SERVER } from '../packages/connectors/src/3dsecure-io/index.ts'
import type { MethodDeclaration, ProviderDeclarations } from '../packages/connectors/src/kit/index.ts'
import { LEFT_OUT, UNSERVED } from './methods-left-out.ts'

export const PAGE = 'docs/connectors.md'

/** Methods that are paid with a card. */
const CARD_METHODS: ReadonlySet<string> = new Set([
  'card',
  'saved_card',
  'network-token',
  'gwallet-pay',
  'awallet-pay',
])

/** Returns the generated page. */
export function describeConnectors(): string {
  const connectors = Object.entries<DeclaredConnector>(PROVIDER_CONNECTORS)
  return `# Connectors

What does each connector serve? A connector speaks a provider's own interface, so you need no service in between. This page is generated from the
declarations that the gateway itself uses (\`node --conditions=@sluice/source tools/connector-matrix.ts --write\`). To find out what your account at the
provider supports, run [\`sluice-gateway connector prove\`](guides/prove-a-connector.md).

> No connector has run with live keys yet. All are built from the published contracts, and tested against recorded answers and simulated providers.

${connectors.map(([type, connector]) => describeConnector(type, connector)).join('\n')}
${describeThreeDsServer()}
${describeUnserved()}`
}

function describeConnector(type: string, { title, contract, declared }: DeclaredConnector): string {
  const { declarations, authentication, events } = declared
  const { operations, calls } = declarations
  const rows = declared.methods.map((method) => describeMethod(method, declared))
  const head = [
    'Method',
    `At ${title}`,
    'Countries',
    'Currencies',
    'Capture',
    'In part',
    'Refund',
    'Void',
    '3-D Secure',
  ]
  return `## ${title}

\`type: ${type}\`, built from ${contract}. 3-D Secure: ${authentication.map((one) => AUTHENTICATION[one]).join(', ')}. Events: ${EVENTS[events]}. After a lost answer of a
card payment: ${LOOKUPS[calls.authorization?.lookup ?? 'by-our-key']}${FENCES[calls.authorization?.fence ?? 'none']}${UNDOS[calls.authorization?.undo ?? 'none']}. Captures: ${operations.capture?.several ? 'several' : 'one'}. Refunds: ${operations.refund?.several ? 'several' : 'one'}.

${alignTable([head, ...rows])}`
}

const AUTHENTICATION = { EXTERNAL: 'by a 3-D Secure server', PROVIDER: 'by the provider' } as const
const EVENTS = {
  AUTHORITATIVE: 'settle payments by themselves',
  HINT: 'make the gateway ask',
  NONE: 'none',
} as const
const LOOKUPS = {
  'by-our-key': 'asked by our key',
  'by-their-id': 'asked by the provider’s id',
  'by-repeat': 'the request is repeated',
  'events-only': 'the result arrives as an event',
} as const
const FENCES = {
  native: ', and fenced',
  'cancel-prepared': ', and the prepared payment is canceled',
  none: '',
} as const
const UNDOS = {
  'by-our-key': ', and the payment is canceled by our key',
  'by-their-id': '',
  none: '',
} as const

function describeMethod(method: MethodDeclaration, declared: ProviderDeclarations): readonly string[] {
  const { type, theirName, currencies, countries, refunds, holds } = method
  const { capture, refund, void: voids = [] } = declared.declarations.operations
  const isCard = CARD_METHODS.has(type)
  const several = refund?.several ? 'several' : 'one'
  return [
    `\`${type}\``,
    `\`${theirName}\``,
    countries === 'all' ? 'all' : countries.join(', '),
    currencies === 'all' ? 'all' : currencies.join(', '),
    holds ? (capture?.several ? 'several' : 'one') : 'at once',
    holds && capture?.partly ? 'yes' : '–',
    { 'full and partial': `in part, ${several}`, full: 'in full', none: '–' }[refunds],
    isCard && declared.manages.includes('VOID') ? voids.join(', ') : '–',
    isCard ? declared.authentication.map((one) => one.toLowerCase()).join(', ') : '–',
  ]
}

function describeThreeDsServer(): string {
  const { title, type, threeRi, url } = THREE_DS_SERVER
  return `## ${title}

\`type: ${type}\` of \`three_ds_servers\`, at ${url}. It authenticates cardholders for every provider that takes results of 3-D Secure from elsewhere${threeRi ? ', and charges that the merchant starts (3RI)' : ''}. It
takes no payments.
`
}

/** Lists the methods that no connector serves. */
export function listUnserved(): readonly string[] {
  const served = servedBy(Object.values<DeclaredConnector>(PROVIDER_CONNECTORS))
  return ALTERNATIVE_TYPES.filter((type) => !served.has(type))
}

/** Lists the methods that this connector leaves out and another one serves. A saved card is paid as a card. */
export function listLeftOut(connector: DeclaredConnector): readonly string[] {
  const own = servedBy([connector])
  const served = servedBy(Object.values<DeclaredConnector>(PROVIDER_CONNECTORS))
  return [...served].filter((type) => !own.has(type) && type !== 'saved_card')
}

function servedBy(connectors: readonly DeclaredConnector[]): ReadonlySet<string> {
  return new Set(connectors.flatMap(({ declared }) => declared.methods.map(({ type }) => type)))
}

function describeUnserved(): string {
  const rows = listUnserved().map((type) => {
    const { next = null, reason = '' } = UNSERVED[type] ?? {}
    return [`\`${type}\``, methodName(type) ?? '–', next ?? 'none', reason]
  })
  const leftOut = PROVIDER_CONNECTOR_TYPES.flatMap((type) => {
    const connector: DeclaredConnector = PROVIDER_CONNECTORS[type]
    return listLeftOut(connector).map((method) => [
      connector.title,
      `\`${method}\``,
      methodName(method) ?? '–',
      LEFT_OUT[type][method] ?? '',
    ])
  })
  return `## What one connector leaves out

${alignTable([['Connector', 'Method', 'Name', 'Reason'], ...leftOut])}
## What no connector serves yet

A provider that speaks the [provider protocol](provider-protocol.md) can serve these; a service of your own [translates](guides/provider.md).

Payouts have no connector yet: they are other products of these providers, with addresses, keys and events of their own.

${alignTable([['Method', 'Name', 'Next connector', 'Reason'], ...rows])}`
}

/** Returns a table of Markdown whose columns are as wide as their widest cell, as the formatter writes it. */
function alignTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)).join(' | ')} |`
  const border = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return `${[line(head), border, ...rows.slice(1).map(line)].join('\n')}\n`
}

if (process.argv.includes('--write')) writeFileSync(PAGE, describeConnectors())
