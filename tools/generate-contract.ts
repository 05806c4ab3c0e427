/**
 * Writes `contract.ts` and `merchant-contract.ts` of `packages/types/src`: the types of the contract's requests, answers and
 * events, with what each member means. They say what the schemas say, without zod, so that they can be read on hover and
 * shipped with the client. The second file holds what a merchant's server meets, and the client exports all of it.
 *
 * Run by `generate.ts`.
 */
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import ts from 'typescript'
import * as contract from '../packages/types/src/index.ts'
import type { JsonSchema } from '../packages/types/src/documentation/describe-members.ts'
import { describeSchema, describeSchemas } from '../packages/types/src/documentation/describe-schemas.ts'
import * as vocabulary from '../packages/types/src/vocabulary/index.ts'

const FOLDER = join(import.meta.dirname, '../packages/types/src')
const CONTRACT_FILE = join(FOLDER, 'contract.ts')
export const MERCHANT_CONTRACT_FILE = join(FOLDER, 'merchant-contract.ts')

/** Lists of values whose type has a name in the vocabulary, the longest first: some are part of others. */
const NAMED_LISTS = (
  [
    ['ActionType', vocabulary.ACTION_TYPES],
    ['CardBrand', vocabulary.CARD_BRANDS],
    ['CardTransactionType', vocabulary.CARD_TRANSACTION_TYPES],
    ['Currency', vocabulary.CURRENCY_CODES],
    ['Eci', vocabulary.ECI_VALUES],
    ['GrantableRole', vocabulary.GRANTABLE_ROLES],
    ['Initiator', vocabulary.INITIATORS],
    ['Locale', vocabulary.LOCALES],
    ['ManageType', vocabulary.MANAGE_TYPES],
    ['NetworkTokenSource', vocabulary.NETWORK_TOKEN_SOURCES],
    ['PaymentMethod', vocabulary.PAYMENT_METHOD_NAMES],
    ['PaymentResultType', vocabulary.PAYMENT_RESULT_TYPES],
    ['ProcessingCode', vocabulary.PROCESSING_CODE_LIST],
    ['ProviderRedirectType', vocabulary.PROVIDER_REDIRECT_TYPES],
    ['RecordEventName', vocabulary.RECORD_EVENTS],
    ['RecordKind', vocabulary.RECORD_KINDS],
    ['DisputeEventName', vocabulary.DISPUTE_EVENTS],
    ['DisputeStatus', vocabulary.DISPUTE_STATUSES],
    ['RetryStatus', vocabulary.RETRY_STATUSES],
    ['RiskEffect', vocabulary.RISK_EFFECTS],
    ['RiskMeasure', vocabulary.RISK_MEASURES],
    ['RiskSubject', vocabulary.RISK_SUBJECTS],
    ['SessionKind', vocabulary.SESSION_KINDS],
    ['SessionStatus', vocabulary.SESSION_STATUSES],
    ['TerminalFeature', vocabulary.TERMINAL_FEATURES],
    ['TokenizationEventName', vocabulary.TOKENIZATION_EVENTS],
    ['TokenizeFor', vocabulary.TOKENIZE_FOR],
    ['TransactionStatus', vocabulary.TRANSACTION_STATUSES],
    ['TransactionType', vocabulary.TRANSACTION_TYPES],
    ['TransStatus', vocabulary.TRANS_STATUSES],
    ['WalletAuthMethod', vocabulary.WALLET_AUTH_METHODS],
    ['WebhookDeliveryStatus', vocabulary.WEBHOOK_DELIVERY_STATUSES],
    ['WebhookDisabledReason', vocabulary.WEBHOOK_DISABLED_REASONS],
    ['WebhookFailureCause', vocabulary.WEBHOOK_FAILURE_CAUSES],
    ['WebhookSubscriptionStatus', vocabulary.WEBHOOK_SUBSCRIPTION_STATUSES],
    ['WebhookEventName', vocabulary.WEBHOOK_EVENTS],
    ['WebhookFilter', vocabulary.WEBHOOK_FILTERS],
    ['TransactionEventName', vocabulary.TRANSACTION_EVENTS],
  ] as [type: string, values: readonly string[]][]
).toSorted(([, left], [, right]) => right.length - left.length)

/** Members whose type changes by parsing, which JSON Schema cannot express: a number that is kept as its text. */
const PARSED_TYPES: Readonly<Record<string, string>> = { 'ProviderCallback.amount': 'string' }

const HEADER = `/**
 * The contract's requests, answers and events as types. Written by \`npm run contract\` from the schemas beside this file;
 * change those.
 *
 * @module
 */`

const MERCHANT_HEADER = `/**
 * What a merchant's server sends to a gateway, gets back and is told by webhooks, as types: everything that the bodies of its
 * endpoints lead to. Written by \`npm run contract\` from the schemas beside this file; change those.
 *
 * @module
 */`

/** The endpoints of a merchant's server: those that take its access token. */
const MERCHANT_AUTHS: ReadonlySet<contract.EndpointAuth> = new Set(['bearer', 'bearer-or-client-key'])

/** Schemas that are in no body: the text inside an action's token, and the 404 of a status, which is a result. */
const MERCHANT_TYPES_BESIDE = ['ActionToken', 'StatusNotFound']

/** Returns the text of each file by its path. @throws {Error} when a type or a member has no description. */
export async function generateContract(): Promise<ReadonlyMap<string, string>> {
  const schemas = describeSchemas(contract)
  const writer = new TypeWriter(schemas)
  const types = new Map([...schemas.keys()].sort().map((name) => [name, writer.declare(name)] as const))
  const endpoints = writer.declareEndpoints()
  if (writer.undocumented.length > 0)
    throw new Error(`Describe these in packages/types:\n${writer.undocumented.join('\n')}`)
  const merchants = reachMerchantTypes(schemas)
  const pick = (isWanted: (name: string) => boolean) =>
    [...types].filter(([name, text]) => text !== '' && isWanted(name)).map(([, text]) => text)
  const merchantTypes = pick((name) => merchants.has(name))
  const others = pick((name) => !merchants.has(name))
  const index = `/** Every type of the contract by its name, to compare them with the schemas. */
export interface ContractTypes {\n${writer.declared.map((name) => `${name}: ${name}`).join('\n')}\n}`
  const rest = [...others, endpoints, index]
  const known = [...merchants].filter((name) => types.get(name) !== '')
  return new Map([
    [
      MERCHANT_CONTRACT_FILE,
      await formatted([
        MERCHANT_HEADER,
        importNames(writer.imported, './vocabulary/index.ts', merchantTypes),
        ...merchantTypes,
      ]),
    ],
    [
      CONTRACT_FILE,
      await formatted([
        HEADER,
        importNames(known, './merchant-contract.ts', rest),
        importNames(writer.imported, './vocabulary/index.ts', rest),
        `export type * from './merchant-contract.ts'`,
        ...rest,
      ]),
    ],
  ])
}

/** Returns the named types that bodies of the merchant's endpoints and webhooks lead to. */
function reachMerchantTypes(schemas: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const endpoints: readonly contract.Endpoint[] = Object.values(contract.ENDPOINTS)
  const bodies = endpoints
    .filter(({ auth }) => MERCHANT_AUTHS.has(auth))
    .flatMap(({ query, body, responses, success }) => [query, body, responses[success]])
    .filter((schema) => schema !== undefined && schema !== null)
    .map(describeSchema)
  // The client's own type of an event knows those of tomorrow too.
  const events = listReferences(schemas.get('WebhookEvent') ?? {})
  const waiting = [...MERCHANT_TYPES_BESIDE, ...events, ...bodies.flatMap(listReferences)]
  const reached = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    waiting.push(...listReferences(schemas.get(name) ?? {}))
  }
  return reached
}

const listReferences = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name = '']) => name)

const WORDS = /\w+/g

/** Imports those of the names that the texts say. */
function importNames(names: Iterable<string>, from: string, texts: readonly string[]): string {
  const words = new Set(texts.flatMap((text) => text.replaceAll(/\/\*\*.*?\*\//gs, '').match(WORDS) ?? []))
  const used = [...names].filter((name) => words.has(name)).sort()
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${from}'`
}

async function formatted(parts: readonly string[]): Promise<string> {
  const { config } = ts.readConfigFile(join(import.meta.dirname, '../.oxfmtrc.json'), ts.sys.readFile)
  const text = [...parts.filter((part) => part !== ''), ''].join('\n\n')
  const { code } = await format(CONTRACT_FILE, text, config as FormatConfig)
  return code
}

/** The schema of a member that a variant forbids. */
const ABSENT: JsonSchema = { not: {} }

const isScalar = ({ type, properties, anyOf, oneOf }: JsonSchema) =>
  typeof type === 'string' && !['object', 'array'].includes(type) && !properties && !anyOf && !oneOf

class TypeWriter {
  readonly imported = new Set<string>()
  readonly declared: string[] = []
  readonly undocumented: string[] = []
  readonly #schemas: ReadonlyMap<string, JsonSchema>

  constructor(schemas: ReadonlyMap<string, JsonSchema>) {
    this.#schemas = schemas
  }

  declare(name: string): string {
    const schema = this.#schemas.get(name) ?? {}
    if (isScalar(schema)) return ''
    this.declared.push(name)
    if (schema.description === undefined) this.undocumented.push(name)
    const { clause } = schema
    if (clause === undefined) this.undocumented.push(`${name}: its clause`)
    const doc = comment([schema.description ?? '', '', see(clause)])
    const { oneOf, properties } = schema
    if (properties && oneOf) {
      const variants = oneOf.map((variant) => this.#declareVariant(schema, variant, clause))
      const union = oneOf.map(({ title }) => title).join(' | ')
      return [...variants, `${doc}\nexport type ${name} = ${union}`].join('\n\n')
    }
    return properties
      ? `${doc}\nexport interface ${name} ${this.#members(schema, name)}`
      : `${doc}\nexport type ${name} = ${this.#type(schema, name)}`
  }

  /** The input and output of each endpoint, by its name. */
  declareEndpoints(): string {
    const rows = Object.entries(contract.ENDPOINTS).map(([name, row]: [string, contract.Endpoint]) => {
      const types = {
        params: row.params,
        query: row.query,
        body: row.body,
        answer: row.responses[row.success] ?? undefined,
      }
      const members = Object.entries(types).map(
        ([part, schema]) => `${part}: ${schema ? this.#type(describeSchema(schema), name) : 'undefined'}`,
      )
      return `/** ${row.summary}. */\n${name}: { ${members.join('; ')} }`
    })
    return `/** The parsed path, query and body of each endpoint, and the body of its success. */
export interface EndpointTypes {\n${rows.join('\n')}\n}`
  }

  #declareVariant(base: JsonSchema, variant: JsonSchema, clause: string | undefined): string {
    const { title = '', description = '', properties = {}, required = [], not } = variant
    const members = Object.entries(base.properties ?? {}).map(([name, member]) => {
      const narrowed = not?.required?.includes(name) ? ABSENT : properties[name]
      return [name, narrowed ? { ...narrowed, description: member.description } : member] as const
    })
    const whole = {
      ...base,
      properties: Object.fromEntries(members),
      required: [...(base.required ?? []), ...required],
    } as JsonSchema
    const doc = comment([description, '', see(clause)])
    return `${doc}\nexport interface ${title} ${this.#members(whole, title)}`
  }

  #members({ properties = {}, required = [], additionalProperties }: JsonSchema, path: string): string {
    const lines = Object.entries(properties).map(([name, member]) => {
      const doc = this.#describe(member, `${path}.${name}`)
      const key = /^\w+$/.test(name) ? name : `'${name}'`
      const isRequired = required.includes(name)
      const type = PARSED_TYPES[`${path}.${name}`] ?? this.#type(member, `${path}.${name}`)
      return `${doc}\n${key}${isRequired ? '' : '?'}: ${type}${isRequired || type === 'undefined' ? '' : ' | undefined'}`
    })
    // Members of tomorrow pass where the contract says so.
    if (isOpen(additionalProperties)) lines.push('[member: string]: unknown')
    return `{\n${lines.join('\n')}\n}`
  }

  #describe(member: JsonSchema, path: string): string {
    const target = this.#schemas.get(refName(member) ?? '')
    const description = member.description ?? (target && isScalar(target) ? target.description : undefined)
    if (description === undefined) this.undocumented.push(path)
    return comment([[description ?? '', ...this.#facts(member)].join(' ')])
  }

  /** Returns the limits in the schema. */
  #facts(member: JsonSchema): string[] {
    const target = this.#schemas.get(refName(member) ?? '')
    const { minLength = 0, maxLength, minimum, maximum, examples = [], type } = { ...target, ...member }
    const isBounded = type === 'integer' && minimum !== undefined && maximum !== undefined
    return [
      ...(maxLength === undefined ? [] : [lengthFact(minLength, maxLength)]),
      ...(isBounded && maximum < 2 ** 31 - 1 ? [`${minimum} to ${maximum}.`] : []),
      ...(isBounded && maximum >= 2 ** 31 - 1 && maximum < Number.MAX_SAFE_INTEGER
        ? [`${minimum} to ${maximum}.`]
        : []),
      ...(examples.length > 0 && typeof examples[0] !== 'object'
        ? [`Example: \`${JSON.stringify(examples[0]).replaceAll('"', "'")}\`.`]
        : []),
    ]
  }

  #type(schema: JsonSchema, path: string): string {
    const name = refName(schema)
    if (name !== undefined) {
      const target = this.#schemas.get(name)
      if (!target) throw new Error(`${path} refers to ${name}, which has no schema`)
      return isScalar(target) ? this.#type(target, name) : name
    }
    const { type, properties, items, additionalProperties } = schema
    if (schema.not) return 'undefined'
    if ('const' in schema) return literal(schema.const)
    if (schema.enum) return this.#enum(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return unionOf(choices.map((choice) => this.#type(choice, path)))
    if (Array.isArray(type)) return type.map((each: string) => this.#type({ type: each }, path)).join(' | ')
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `(${this.#type(items ?? {}, path)})[]`
      case 'object':
        if (properties && Object.keys(properties).length > 0) return this.#members(schema, path)
        if (additionalProperties === undefined || additionalProperties === false)
          return 'Record<string, never>'
        return additionalProperties === true
          ? 'Record<string, unknown>'
          : `Record<string, ${this.#type(additionalProperties, path)}>`
      default:
        return 'unknown'
    }
  }

  #enum(values: readonly unknown[]): string {
    const left = new Set(values)
    const names = NAMED_LISTS.filter(([, list]) => {
      const isWithin = list.length > 1 && list.every((value) => left.has(value))
      if (isWithin) for (const value of list) left.delete(value)
      return isWithin
    }).map(([name]) => name)
    for (const name of names) this.imported.add(name)
    return [...names, ...[...left].map(literal)].join(' | ')
  }
}

/** A string literal adds nothing to `string`. */
const unionOf = (types: readonly string[]) =>
  types.filter((type) => !(types.includes('string') && type.startsWith("'"))).join(' | ')

const isOpen = (additional: JsonSchema['additionalProperties']) =>
  typeof additional === 'object' ? Object.keys(additional).length === 0 : additional === true

const refName = ({ $ref }: JsonSchema) => $ref?.replace(/^#\/\$defs\//, '')

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)

const lengthFact = (min: number, max: number) => {
  if (min === max) return `${max} characters.`
  return min === 0 ? `At most ${max} characters.` : `${min} to ${max} characters.`
}

/** The maximum width, because the formatter does not wrap comments. */
const COMMENT_WIDTH_CHARACTERS = 108

/** @param clause - A page of the protocol and one of its headings: `three-ds#challenge`. */
function see(clause: string | undefined): string {
  const [page = '', heading = ''] = (clause ?? '').split('#')
  return `@see docs/protocol/${page}.md#${heading}`
}

function comment(lines: readonly string[]): string {
  const folded = lines.flatMap(fold)
  return folded.length === 1
    ? `/** ${folded[0]} */`
    : ['/**', ...folded.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n')
}

function fold(text: string): string[] {
  const lines = ['']
  for (const word of text.replaceAll('*/', '* /').split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length + 1 > COMMENT_WIDTH_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}
