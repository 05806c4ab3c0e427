import { PROVIDER_CONNECTORS } from '@sluice/connectors/declarations'
import { ALWAYS_SPOKEN } from '@sluice/types/vocabulary'

import type { ConfigProblem } from '../config-values.ts'
import { canDivide, type DeclaredInstallments } from '../transactions/index.ts'
import { checkDeclarations } from './check-declarations.ts'
import type { FileDocument } from './file-schema.ts'
import { type MethodEntry, typeOf } from './method-schema.ts'
import { toInstallments } from './to-declarations.ts'

type Place = (path: readonly PropertyKey[]) => string

export interface CrossCheckOptions {
  readonly isProduction: boolean
  /** Whether the environment already configures another identity provider. */
  readonly hasExternalIssuer: boolean
  /** Whether wallets' scripts have another origin than the card form. */
  readonly hasMethodsOrigin: boolean
  /** The accounts of providers that need no entry of their own, by the provider's id. */
  readonly givenAccounts: ReadonlyMap<string, readonly string[]>
  /** The installments that a provider outside the document offers, because that of one merchant lists none; null if it is not known. */
  readonly givenInstallments: (providerId: string) => DeclaredInstallments | null
  /** The ids of 3-D Secure servers outside the document, because that of one merchant lists none. */
  readonly givenThreeDsServers: readonly string[]
  /** Returns the reason why webhooks are not sent to an address; null if they are. */
  readonly validateWebhookUrl: (url: string) => string | null
  readonly place: Place
}

/** Checks rules across members: duplicate names, unknown references, test settings in production. */
export function checkDocument(document: FileDocument, options: CrossCheckOptions): ConfigProblem[] {
  return [
    ...findDuplicates(document, options.place),
    ...findDanglingReferences(document, options),
    ...findUncalled(document, options),
    ...checkDeclarations(document, options.place),
    ...findUnknownServers(document, options),
    ...findServersWithoutSecrets(document, options.place),
    ...(options.isProduction ? findTestSettings(document, options.place) : []),
    ...(options.isProduction ? findNearWallets(document, options) : []),
  ]
}

/** A wallet's script can access every document of its own origin, so it must not share one with card fields. */
function findNearWallets(
  document: FileDocument,
  { hasMethodsOrigin, place }: CrossCheckOptions,
): ConfigProblem[] {
  if (document.gwallet_pay === null || hasMethodsOrigin) return []
  const fix = 'set SLUICE_METHODS_URL to another origin than SLUICE_BASE_URL'
  return [
    {
      name: place(['gwallet_pay']),
      got: 'a wallet whose script would share an origin with card numbers',
      fix,
    },
  ]
}

/** A value at its place in the document. */
interface Placed {
  readonly path: readonly PropertyKey[]
  readonly value: string
}

function findDuplicates(document: FileDocument, place: Place): ConfigProblem[] {
  const { merchants, providers } = document
  const each = (list: 'terminals' | 'clients' | 'client_keys', member: string): Placed[] =>
    merchants.flatMap((merchant, at) =>
      merchant[list].map((item, index) => ({
        path: ['merchants', at, list, index, member],
        value: (item as unknown as Record<string, string>)[member] ?? '',
      })),
    )
  const groups: readonly (readonly Placed[])[] = [
    merchants.map(({ id }, at) => ({ path: ['merchants', at, 'id'], value: id })),
    each('terminals', 'terminal_id'),
    each('clients', 'client_id'),
    each('client_keys', 'client_key'),
    ...merchants.map(({ webhooks }, at) =>
      webhooks.map(({ id }, index) => ({ path: ['merchants', at, 'webhooks', index, 'id'], value: id })),
    ),
    ...merchants.flatMap(({ risk, terminals }, at) => [
      rulesOf(risk, ['merchants', at]),
      ...terminals.map((terminal, index) => rulesOf(terminal.risk, ['merchants', at, 'terminals', index])),
    ]),
    providers.map(({ id }, at) => ({ path: ['providers', at, 'id'], value: id })),
    document.three_ds_servers.map(({ id }, at) => ({ path: ['three_ds_servers', at, 'id'], value: id })),
    ...providers.map(({ methods }, at) => methodsOf(methods, ['providers', at, 'methods'])),
    ...merchants.flatMap(({ terminals }, at) =>
      terminals.map(({ payment_methods: methods = [] }, index) =>
        methodsOf(methods, ['merchants', at, 'terminals', index, 'payment_methods']),
      ),
    ),
    document.client_rates.map(({ client_id: id }, at) => ({
      path: ['client_rates', at, 'client_id'],
      value: id,
    })),
    document.operator_programs.map(({ id }, at) => ({ path: ['operator_programs', at, 'id'], value: id })),
    ...providers.map(({ accounts }, at) =>
      accounts.map((account, index) => ({
        path: ['providers', at, 'accounts', index],
        value: idOf(account),
      })),
    ),
  ]
  return groups.flatMap((group) => {
    const first = new Map<string, Placed>()
    return group.flatMap((placed) => {
      const twin = first.get(placed.value)
      if (!twin) {
        first.set(placed.value, placed)
        return []
      }
      const got = `${JSON.stringify(placed.value)}, which ${place(twin.path)} also has`
      return [{ name: place(placed.path), got, fix: 'use a different one for each' }]
    })
  })
}

/** A method may be listed twice by its type alone; of two entries with settings, one would be lost. */
function methodsOf(entries: readonly MethodEntry[], path: readonly PropertyKey[]): readonly Placed[] {
  const described = new Set(entries.filter((entry) => typeof entry !== 'string').map(typeOf))
  return entries.flatMap((entry, index) => {
    const value = typeOf(entry)
    return described.has(value) ? [{ path: [...path, index], value }] : []
  })
}

/** A rule is removed, and counted in a metric, by its name. */
function rulesOf(
  risk: FileDocument['merchants'][number]['risk'],
  path: readonly PropertyKey[],
): readonly Placed[] {
  const rules = risk?.rules ?? []
  return rules.map(({ id }, index) => ({ path: [...path, 'risk', 'rules', index, 'id'], value: id }))
}

function findDanglingReferences(
  document: FileDocument,
  { isProduction, hasExternalIssuer, givenAccounts, givenInstallments, place }: CrossCheckOptions,
): ConfigProblem[] {
  const issuer = document.identity.trusted_issuer
  const providers = new Map(document.providers.map((provider) => [provider.id, provider]))
  const installmentsOf = (providerId: string): Offered => {
    const provider = providers.get(providerId)
    return provider === undefined
      ? { installments: givenInstallments(providerId), isListed: false }
      : { installments: toInstallments(declaredInstallments(provider)), isListed: true }
  }
  const problems: ConfigProblem[] = []
  if (issuer && hasExternalIssuer) {
    const got = 'a second one: SLUICE_TRUSTED_ISSUER already sets one'
    problems.push({ name: place(['identity', 'trusted_issuer']), got, fix: 'remove one of them' })
  }
  document.providers.forEach(({ type, reports, callback_secret_files }, index) => {
    if (type !== 'http' || reports === 'HINT' || callback_secret_files.length > 0) return
    problems.push({
      name: place(['providers', index, 'reports']),
      got: 'AUTHORITATIVE without a secret that authenticates provider callbacks',
      fix: 'add a file to callback_secret_files, or remove it',
    })
  })
  document.merchants.forEach((merchant, at) => {
    const isSpoken = [...ALWAYS_SPOKEN, ...merchant.languages].includes(merchant.language)
    if (!isSpoken) {
      problems.push({
        name: place(['merchants', at, 'language']),
        got: `${JSON.stringify(merchant.language)}, which \`languages\` does not list`,
        fix: `add ${merchant.language} to languages, or use one of ${ALWAYS_SPOKEN.join(', ')}`,
      })
    }
    merchant.clients.forEach(({ secret_files, secret_hashes, public_key_files }, index) => {
      const proofs = [...secret_files, ...secret_hashes, ...public_key_files]
      if (proofs.length > 0 || issuer || hasExternalIssuer) return
      problems.push({
        name: place(['merchants', at, 'clients', index, 'secret_files']),
        got: 'nothing',
        fix: 'add a file with its secret or its public key; without one, only another identity provider could issue its tokens',
      })
    })
    merchant.terminals.forEach((terminal, index) => {
      const path = ['merchants', at, 'terminals', index]
      for (const type of (terminal.payment_methods ?? []).map(typeOf)) {
        if (CARD_METHODS.has(type) || Object.hasOwn(terminal.alternative_accounts, type)) continue
        problems.push({
          name: place([...path, 'payment_methods']),
          got: type,
          fix: `add an account in alternative_accounts.${type}, or remove it`,
        })
      }
      const used = [
        ...terminal.routing.map((account, number) => ({
          account,
          method: CARD_METHOD,
          path: [...path, 'routing', number],
        })),
        ...Object.entries(terminal.alternative_accounts).map(([method, account]) => ({
          account,
          method,
          path: [...path, 'alternative_accounts', method],
        })),
      ]
      for (const { account, path: where } of used) {
        const given = providers.has(account.provider) ? undefined : givenAccounts.get(account.provider)
        if (given === undefined || given.includes(account.account)) continue
        problems.push({
          name: place(where),
          got: `account ${account.account} of ${account.provider}, which has not assigned it: payments would end INVALID 2011`,
          fix: `use ${given.join(' or ')}`,
        })
      }
      problems.push(...findUndivided(terminal, installmentsOf, (member) => place([...path, ...member])))
      // A test gateway may get a provider without an entry from the program that starts it.
      if (!isProduction) return
      for (const { account, method, path: where } of used) {
        const provider = providers.get(account.provider)
        if (!provider?.accounts.some((known) => idOf(known) === account.account)) {
          problems.push({
            name: place(where),
            got: `account ${account.account} of ${account.provider}`,
            fix: 'list the provider with this account in providers',
          })
        } else if (!provider.methods.some((served) => typeOf(served) === method)) {
          problems.push({
            name: place(where),
            got: `${method} of terminal ${terminal.terminal_id} at ${provider.id}, which does not support it`,
            fix: `use a provider that supports it, or add ${method} to the methods of ${provider.id}`,
          })
        }
      }
      const wantsCards = (terminal.payment_methods ?? []).some((entry) => CARD_METHODS.has(typeOf(entry)))
      if (wantsCards && terminal.routing.length === 0) {
        problems.push({
          name: place([...path, 'payment_methods']),
          got: `cards at terminal ${terminal.terminal_id}, which has no route for them`,
          fix: 'add a provider that supports card to routing, or remove the cards',
        })
      }
    })
  })
  return problems
}

/** The installments of a provider; null if they are not known. */
interface Offered {
  readonly installments: DeclaredInstallments | null
  /** Whether the document lists the provider, so that its author can declare something else. */
  readonly isListed: boolean
}

/** Lists installments of a terminal that no provider of its routing offers; one that is not known may offer them. */
function findUndivided(
  { terminal_id: id, installments, routing }: FileDocument['merchants'][number]['terminals'][number],
  installmentsOf: (providerId: string) => Offered,
  place: Place,
): ConfigProblem[] {
  const routed = routing.map(({ provider }) => installmentsOf(provider))
  if (routed.length === 0) return []
  const fix = routed.some(({ isListed }) => isListed)
    ? 'declare operations.installments for a provider that does, or remove the entry'
    : 'use a currency and numbers of installments that one offers, or remove the entry'
  return installments.flatMap(({ currency, min_count: min, max_count: max }, index) => {
    const counts = Array.from({ length: max - min + 1 }, (_, above) => min + above)
    const isOffered = routed.some(
      ({ installments: offered }) =>
        offered === null || counts.some((count) => canDivide(offered, currency, count)),
    )
    if (isOffered) return []
    return {
      name: place(['installments', index, 'currency']),
      got: `${currency} in ${min} to ${max} installments at terminal ${id}, which no provider of its routing offers`,
      fix,
    }
  })
}

/** The installments that a provider of the document offers. A connector declares its own. */
function declaredInstallments(
  provider: FileDocument['providers'][number],
): Parameters<typeof toInstallments>[0] {
  if (provider.type === 'http') return provider.declarations.operations.installments
  const { operations } = PROVIDER_CONNECTORS[provider.type].declared.declarations
  return operations.installments ?? false
}

/** Lists accounts and terminals that name a 3-D Secure server missing from the file. */
function findUnknownServers(
  { providers, merchants, three_ds_servers: servers }: FileDocument,
  { place, givenThreeDsServers }: CrossCheckOptions,
): ConfigProblem[] {
  const known = new Set([...givenThreeDsServers, ...servers.map(({ id }) => id)])
  const named: readonly { readonly path: readonly PropertyKey[]; readonly id: string | undefined }[] = [
    ...providers.flatMap(({ accounts }, at) =>
      accounts.map((account, index) => ({
        path: ['providers', at, 'accounts', index, 'three_ds_server'],
        id: typeof account === 'string' ? undefined : account.three_ds_server,
      })),
    ),
    ...merchants.flatMap(({ terminals }, at) =>
      terminals.map((terminal, index) => ({
        path: ['merchants', at, 'terminals', index, 'three_ds', 'server'],
        id: terminal.three_ds.server,
      })),
    ),
  ]
  return named.flatMap(({ path, id }) =>
    id === undefined || known.has(id)
      ? []
      : [{ name: place(path), got: id, fix: 'use the id of an entry in three_ds_servers' }],
  )
}

/** The member with the secrets of each type of 3-D Secure server. */
const SECRETS_OF_SERVERS = { http: 'secret_file', '3dsecure-io': 'secret_files' } as const

function findServersWithoutSecrets(
  { three_ds_servers: servers }: FileDocument,
  place: Place,
): ConfigProblem[] {
  return servers.flatMap((server, at) => {
    const wanted = SECRETS_OF_SERVERS[server.type]
    const other = wanted === 'secret_file' ? 'secret_files' : 'secret_file'
    const name = (member: string) => place(['three_ds_servers', at, member])
    return [
      ...(server[wanted] === undefined
        ? [{ name: name(wanted), got: 'nothing', fix: `set what the type ${server.type} requires` }]
        : []),
      ...(server[other] === undefined
        ? []
        : [{ name: name(other), got: 'a value', fix: `remove it: the type ${server.type} has ${wanted}` }]),
    ]
  })
}

function idOf(account: FileDocument['providers'][number]['accounts'][number]): string {
  return typeof account === 'string' ? account : account.id
}

function findUncalled(
  { merchants }: FileDocument,
  { validateWebhookUrl, place }: CrossCheckOptions,
): ConfigProblem[] {
  return merchants.flatMap(({ webhooks }, at) =>
    webhooks.flatMap(({ url }, index) => {
      const reason = validateWebhookUrl(url)
      const got = `${JSON.stringify(url)}: ${reason}`
      const name = place(['merchants', at, 'webhooks', index, 'url'])
      return reason === null ? [] : [{ name, got, fix: 'use an address that the gateway may call' }]
    }),
  )
}

/** The entry under `providers[].methods` for all card methods. */
const CARD_METHOD = 'card'

const CARD_METHODS: ReadonlySet<string> = new Set(['card', 'saved_card', 'network-token', 'gwallet-pay'])

function findTestSettings(document: FileDocument, place: Place): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  visit(document, [], (value, path) => {
    if (/^http:/i.test(value))
      problems.push({ name: place(path), got: value, fix: 'use https in production' })
    if (path.at(-2) === 'origins' && value === '*')
      problems.push({ name: place(path), got: '"*"', fix: 'list the origins of the merchant’s pages' })
    if (path.at(-1) === 'client_key' && value.startsWith('ck_test_'))
      problems.push({ name: place(path), got: value, fix: 'create a key that begins with ck_live_' })
    if (path.at(-1) === 'provider' && value.startsWith('sim-'))
      problems.push({
        name: place(path),
        got: value,
        fix: 'use a real provider: simulated payments are not real',
      })
  })
  return problems
}

function visit(
  value: unknown,
  path: readonly PropertyKey[],
  see: (text: string, path: readonly PropertyKey[]) => void,
): void {
  if (typeof value === 'string') see(value, path)
  else if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index], see))
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) visit(member, [...path, name], see)
}
