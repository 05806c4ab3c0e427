/** The JSON and YAML of the documents are what the schemas take: each sample names its schema behind the language. */
import { describe, expect, it } from 'vitest'
import { fileSchema } from '../packages/gateway/src/configuration-file/file-schema.ts'
import { parseConfigurationDocument } from '../packages/gateway/src/configuration-file/parse-document.ts'
import * as provider from '../packages/provider-protocol/src/index.ts'
import * as contract from '../packages/types/src/index.ts'
import { listSamples, type Sample } from '../site/src/samples.ts'
import { readSources } from '../site/src/sources.ts'

const samples = readSources('.')
  .filter(({ path }) => !path.startsWith('docs/decisions/'))
  .flatMap(listSamples)
  .filter(({ language }) => language === 'json' || language === 'yaml')

interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly input?: unknown
}

interface Schema {
  meta(): { readonly id?: string } | undefined
  safeParse(
    value: unknown,
    options: { readonly reportInput: true },
  ): { readonly data?: unknown; readonly error?: { readonly issues: readonly Issue[] } | undefined }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value

const named = (prefix: string, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    isSchema(value) ? [[`${prefix}${name}`, value] as const] : [],
  )

/** Schemas by the names that samples use: those of the contract by their own, the provider protocol's by its exports. */
const SCHEMAS: ReadonlyMap<string, Schema> = new Map([
  ...Object.values<unknown>(contract)
    .filter(isSchema)
    .flatMap((schema) => {
      const { id } = schema.meta() ?? {}
      return id === undefined ? [] : [[id, schema] as const]
    }),
  ...named('provider ', provider),
  ...named('', { configuration: fileSchema }),
])

/** Lists the problems of a sample. It may leave members out, as `…` in a text says, but names none that is unknown. */
function listProblems({ language, code, note }: Sample): readonly string[] {
  if (/^of no schema: .+/.test(note)) return []
  const schema = SCHEMAS.get(/^as (.+)$/.exec(note)?.[1] ?? '')
  if (!schema) return [`"${note}" names no schema`]
  const value: unknown = language === 'json' ? JSON.parse(code) : parseYaml(code)
  const { data, error } = schema.safeParse(value, { reportInput: true })
  if (!error) return listUnknown(value, data)
  return error.issues
    .filter((issue) => !isLeftOut(issue))
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** The members that a schema ignores. */
function listUnknown(value: unknown, taken: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const known = (typeof taken === 'object' && taken) || {}
  return Object.entries(value).flatMap(([name, member]) =>
    name in known
      ? listUnknown(member, (known as Readonly<Record<string, unknown>>)[name], `${path}${name}.`)
      : [`${path}${name} is unknown`],
  )
}

function parseYaml(code: string): unknown {
  const reading = parseConfigurationDocument(code)
  return reading.ok ? reading.document.value : reading.problems
}

/** Shortened: a text with `…` or a word in angle brackets, and what a fragment of a file does not have. */
const isLeftOut = ({ input, code }: Issue) =>
  (typeof input === 'string' && /…|^<.+>$/.test(input)) || (code === 'invalid_type' && input === undefined)

describe('samples of the documents', () => {
  it.each(samples.map((sample) => [`${sample.path}:${sample.line}`, sample] as const))(
    '%s is valid by its schema',
    (_at, sample) => expect(listProblems(sample)).toEqual([]),
  )

  it('would be found wrong: an unknown member, a wrong type, an invalid value', () => {
    const wrong = (note: string, code: string) =>
      listProblems({ path: '', line: 1, language: 'json', note, code })
    expect(wrong('as ClockReading', '{"now": 5, "due": 1}')).toHaveLength(1)
    expect(wrong('as configuration', '{"merchant": []}')).toHaveLength(1)
    expect(wrong('as provider outcome', '{"processing_code": "9876"}')).toHaveLength(1)
    expect(wrong('', '{}')).toHaveLength(1)
  })
})
