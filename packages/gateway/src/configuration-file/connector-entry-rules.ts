import { type DeclaredConnector, PROVIDER_CONNECTORS } from '@sluice/connectors/declarations'
import type * as z from 'zod'

import { type MethodEntry, typeOf } from './method-schema.ts'

const CONNECTORS: readonly DeclaredConnector[] = Object.values(PROVIDER_CONNECTORS)

/** The names of all secrets that connectors have. */
export const SECRET_NAMES: readonly string[] = [
  ...new Set(CONNECTORS.flatMap(({ secrets }) => secrets.map(({ name }) => name))),
]

/** The members of a provider entry that depend on its type. */
interface ProviderMember {
  readonly type: 'http' | keyof typeof PROVIDER_CONNECTORS
  readonly url?: string | undefined
  readonly secret_file?: string | undefined
  readonly secret_files: Readonly<Record<string, unknown>>
  readonly callback_secret_files: readonly string[]
  readonly methods: readonly MethodEntry[]
}

/** Reports the members that a provider lacks, or must not have, for its type. */
export function addEntryIssues(member: ProviderMember, context: z.core.$RefinementCtx): void {
  const issues =
    member.type === 'http'
      ? issuesOfProcess(member)
      : issuesOfConnector(member, PROVIDER_CONNECTORS[member.type])
  for (const issue of issues) context.addIssue(issue)
}

type Issue = Parameters<z.core.$RefinementCtx['addIssue']>[0]

const missing = (name: string): Issue => ({
  code: 'invalid_type',
  expected: 'string',
  path: [name],
  input: undefined,
})

function issuesOfProcess(member: ProviderMember): readonly Issue[] {
  return [
    ...(member.url === undefined ? [missing('url')] : []),
    ...(member.secret_file === undefined ? [missing('secret_file')] : []),
    ...(Object.keys(member.secret_files).length > 0
      ? [excess('secret_files', 'put its secret into secret_file: only connectors have several')]
      : []),
  ]
}

const excess = (name: string, message: string): Issue => ({
  code: 'custom',
  path: [name],
  input: undefined,
  message,
})

function issuesOfConnector(
  member: ProviderMember,
  { title, url, secrets, declared }: DeclaredConnector,
): readonly Issue[] {
  const known = new Set(declared.methods.map(({ type }) => type))
  const files: readonly (readonly [name: string, isGiven: boolean])[] = [
    ['secret_file', member.secret_file !== undefined],
    ['callback_secret_files', member.callback_secret_files.length > 0],
  ]
  return [
    ...(url === null && member.url === undefined ? [missing('url')] : []),
    ...secrets
      .filter(({ name, isRequired }) => isRequired && member.secret_files[name] === undefined)
      .map(({ name, description }) => excess('secret_files', `add ${name}: ${description}`)),
    ...Object.keys(member.secret_files)
      .filter((name) => !secrets.some((secret) => secret.name === name))
      .map((name) => excess('secret_files', `remove ${name}: ${title} has no such secret`)),
    ...files
      .filter(([, isGiven]) => isGiven)
      .map(([name]) => excess(name, 'remove it: connectors have their secrets in secret_files')),
    ...member.methods
      .map(typeOf)
      .filter((type) => !known.has(type))
      .map((type) => excess('methods', `remove ${type}: ${title} supports ${[...known].join(', ')}`)),
  ]
}
