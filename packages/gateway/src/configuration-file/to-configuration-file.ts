import { PROVIDER_CONNECTORS } from '@sluice/connectors/declarations'
import { CARD_METHOD_TYPES, LANGUAGES, SPOKEN_WHEN_ENABLED } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import type { ConfiguredClient } from '@sluice/identity'

import type { ConfiguredMerchant, ProviderAccount } from '../merchants/index.ts'
import { fromRiskSettings } from '../risk/index.ts'
import type { ConfiguredSubscription } from '../webhooks/index.ts'
import type { GwalletPayEntry } from '../payment-methods/index.ts'
import type { ProviderCapabilities } from '../transactions/index.ts'
import { toBusiness, toRegistration } from './account-registration.ts'
import type { ConfigurationFile, ProviderEntry, ThreeDsServerEntry } from './configuration-file.ts'
import type { FileDocument } from './file-schema.ts'
import { typeOf } from './method-schema.ts'
import { toMethodSettings } from './method-settings.ts'
import { toDeclarations } from './to-declarations.ts'
import type { GivenSecret, SecretForm } from '../config-secret-rules.ts'
import { readConnectorSecrets, toConnectorCapabilities } from './connector-entry.ts'

export interface FileContext {
  /** Returns null for an invalid file; the problem is recorded, and the result is discarded. */
  readonly readSecret: (
    place: readonly PropertyKey[],
    path: string,
    form?: SecretForm | GivenSecret,
  ) => Secret<string> | null
  /** Returns null for an invalid file; the problem is recorded. */
  readonly readPublicKey: (place: readonly PropertyKey[], path: string) => JsonWebKey | null
  readonly maxRetries: number
  readonly providerTimeoutMs: number
  /** Whether payments are real, so that providers' test keys are rejected; otherwise their live keys are. */
  readonly isProduction?: boolean
}

type MerchantMember = FileDocument['merchants'][number]
type TerminalMember = MerchantMember['terminals'][number]

/** Translates the terms of the file to those of the slices. */
export function toConfigurationFile(
  document: FileDocument,
  context: FileContext,
): Omit<ConfigurationFile, 'secretFiles' | 'version'> {
  const { trusted_issuer: issuer } = document.identity
  return {
    merchants: document.merchants.map((member, at) => ({
      label: member.id,
      managedBy: member.managed_by === undefined ? null : MANAGERS[member.managed_by],
      merchant: toMerchant(member, context),
      clients: member.clients.map((client, index) =>
        toClient(client, ['merchants', at, 'clients', index], context),
      ),
      subscriptions: member.webhooks.map((webhook, index) =>
        toSubscription(webhook, ['merchants', at, 'webhooks', index], context),
      ),
    })),
    providers: document.providers.map((provider, at) => toProvider(provider, ['providers', at], context)),
    threeDsServers: document.three_ds_servers.map((server, at) =>
      toThreeDsServer(server, ['three_ds_servers', at], context),
    ),
    gwalletPay: document.gwallet_pay && toGwalletPay(document.gwallet_pay, context),
    clientRates: new Map(
      document.client_rates.map(({ client_id: clientId, per_second: perSecond, burst = 2 * perSecond }) => [
        clientId,
        { perSecond, burst },
      ]),
    ),
    operatorPrograms: document.operator_programs.map((program, at) => ({
      id: program.id,
      areas: new Set(program.areas),
      tokenHashes: program.token_files.map((path, index) =>
        hashSecret(
          (context.readSecret(['operator_programs', at, 'token_files', index], path) ?? NO_SECRET).reveal(),
        ),
      ),
    })),
    trustedIssuer: issuer && {
      issuer: issuer.issuer,
      jwksUrl: issuer.jwks_url,
      audience: issuer.audience,
      allowedClients: issuer.clients,
    },
  }
}

const MANAGERS = { file: 'FILE', portal: 'PORTAL' } as const

/** The placeholder for an invalid value; a file with problems is never used. */
const NO_SECRET = new Secret('')

function toMerchant(member: MerchantMember, { maxRetries }: FileContext): ConfiguredMerchant {
  return {
    id: merchantIdOf(member.id),
    name: member.name,
    status: member.status,
    locale: LANGUAGES[member.language].locale,
    languages: SPOKEN_WHEN_ENABLED.filter((language) => member.languages.includes(language)),
    branding: { merchant_name: member.name, ...member.branding },
    shoppersRemoveCards: member.shoppers_remove_cards,
    webhookHosts: member.webhook_hosts,
    business: toBusiness(member.business),
    risk: member.risk ? fromRiskSettings(member.risk) : null,
    terminals: member.terminals.map((terminal) => toTerminal(terminal, maxRetries)),
    clientKeys: member.client_keys.map(({ client_key: clientKey, status, origins }) => ({
      clientKey,
      status,
      origins: origins.includes('*') ? '*' : [...new Set(origins)].sort(),
    })),
  }
}

function toTerminal(member: TerminalMember, maxRetries: number): ConfiguredMerchant['terminals'][number] {
  const alternatives = Object.entries(member.alternative_accounts).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return {
    id: member.terminal_id,
    status: member.status,
    features: new Set(member.features),
    brands: new Set(member.brands),
    methods: new Set(
      member.payment_methods?.map(typeOf) ?? [...CARD_METHOD_TYPES, ...alternatives.map(([type]) => type)],
    ),
    methodSettings: toMethodSettings(member.payment_methods ?? []),
    alternativeAccounts: new Map(alternatives.map(([type, account]) => [type, toAccount(account)])),
    routing: member.routing.map(toAccount),
    maxRetries: member.max_retries ?? maxRetries,
    onUnavailable: member.three_ds.on_unavailable,
    threeDsServer: member.three_ds.server ?? null,
    installments: member.installments.map((plan) => ({
      currency: plan.currency,
      methods: plan.payment_method_types,
      brands: plan.brands,
      minCount: plan.min_count,
      maxCount: plan.max_count,
      minAmountMinor: plan.min_amount,
    })),
    origins: [...new Set([...member.origins, ...(member.origin === null ? [] : [member.origin])])],
    business: toBusiness(member.business),
    risk: member.risk ? fromRiskSettings(member.risk) : null,
  }
}

function toAccount({ provider, account }: { provider: string; account: string }): ProviderAccount {
  return { providerId: provider, accountId: account }
}

function toClient(
  member: MerchantMember['clients'][number],
  place: readonly PropertyKey[],
  { readSecret, readPublicKey }: FileContext,
): ConfiguredClient {
  const secrets = member.secret_files.map(
    (path, index) => readSecret([...place, 'secret_files', index], path) ?? NO_SECRET,
  )
  return {
    clientId: member.client_id,
    status: member.status,
    roles: member.roles,
    secretHashes: [
      ...secrets.map((secret) => hashSecret(secret.reveal())),
      ...member.secret_hashes.map((hash) => Buffer.from(hash, 'hex')),
    ],
    publicKeys: member.public_key_files.flatMap(
      (path, index) => readPublicKey([...place, 'public_key_files', index], path) ?? [],
    ),
  }
}

function toSubscription(
  member: MerchantMember['webhooks'][number],
  place: readonly PropertyKey[],
  { readSecret }: FileContext,
): ConfiguredSubscription {
  const { id, url, filters, status, secret_file: path, signing_key_file: keyPath } = member
  const secret = path === undefined ? null : readSecret([...place, 'secret_file'], path, 'webhook')
  const signingKey =
    keyPath === undefined ? null : readSecret([...place, 'signing_key_file'], keyPath, 'signing-key')
  return { id, url, filters, status: status ?? null, secret, signingKey }
}

function toGwalletPay(
  member: NonNullable<FileDocument['gwallet_pay']>,
  { readSecret }: FileContext,
): GwalletPayEntry {
  return {
    gatewayId: member.gateway_id,
    recipientId: member.recipient_id ?? `gateway:${member.gateway_id}`,
    privateKeys: member.private_key_files.map(
      (path, index) =>
        readSecret(['gwallet_pay', 'private_key_files', index], path, 'wallet-key') ?? NO_SECRET,
    ),
    walletMerchantId: member.merchant_id,
    billingAddressRequired: member.billing_address_required,
    rootsUrl: member.roots_url ?? null,
    scriptUrl: member.script_url ?? null,
    acceptsEcV1: member.accepts_ecv1,
  }
}

function toProvider(
  member: FileDocument['providers'][number],
  place: readonly PropertyKey[],
  context: FileContext,
): ProviderEntry {
  const { readSecret, providerTimeoutMs } = context
  const connected = member.type === 'http' ? null : PROVIDER_CONNECTORS[member.type]
  const secrets = connected ? readConnectorSecrets(connected, member, place, context) : {}
  const callbackSecrets =
    secrets['webhook'] ??
    member.callback_secret_files.map(
      (path, index) => readSecret([...place, 'callback_secret_files', index], path, 'webhook') ?? NO_SECRET,
    )
  return {
    id: member.id,
    url: member.url ?? connected?.url ?? '',
    secret:
      member.secret_file === undefined
        ? NO_SECRET
        : (readSecret([...place, 'secret_file'], member.secret_file) ?? NO_SECRET),
    accounts: member.accounts.map((account) =>
      typeof account === 'string'
        ? { id: account, acquirers: {}, threeDsServer: null, business: null }
        : { id: account.id, ...toRegistration(account) },
    ),
    callbackSecrets,
    timeoutMs: member.timeout_ms ?? providerTimeoutMs,
    type: member.type,
    secrets,
    capabilities: {
      methods: new Set(member.methods.map(typeOf)),
      ...(connected
        ? toConnectorCapabilities(connected, member.methods, callbackSecrets.length > 0)
        : {
            ...toDeclarations(member.declarations, member),
            reports: callbackSecrets.length === 0 ? ('NONE' as const) : member.reports,
          }),
      ...toAuthentication(member.accounts),
    },
  }
}

function toThreeDsServer(
  member: FileDocument['three_ds_servers'][number],
  place: readonly PropertyKey[],
  { readSecret }: FileContext,
): ThreeDsServerEntry {
  const { secret_file: path } = member
  return {
    id: member.id,
    type: member.type,
    url: member.url,
    secret: (path === undefined ? null : readSecret([...place, 'secret_file'], path)) ?? NO_SECRET,
    secrets: readIssued(member.secret_files ?? {}, [...place, 'secret_files'], readSecret),
    hostedOrigins: () => member.hosted_challenge_origins,
    threeRi: member.three_ri,
  }
}

/** Reads secrets that another party issued. A name has one file, or several during a rotation. */
function readIssued(
  files: Readonly<Record<string, string | readonly string[]>>,
  place: readonly PropertyKey[],
  readSecret: FileContext['readSecret'],
): Readonly<Record<string, readonly Secret<string>[]>> {
  return Object.fromEntries(
    Object.entries(files).map(([name, paths]) => [
      name,
      typeof paths === 'string'
        ? [readSecret([...place, name], paths, 'issued') ?? NO_SECRET]
        : paths.map((path, index) => readSecret([...place, name, index], path, 'issued') ?? NO_SECRET),
    ]),
  )
}

/** Returns the accounts at which the provider authenticates cardholders itself; nothing if there are none. */
function toAuthentication(
  accounts: FileDocument['providers'][number]['accounts'],
): Pick<ProviderCapabilities, 'authenticatesAt'> {
  const own = accounts.flatMap((account) =>
    typeof account !== 'string' && account.authentication === 'PROVIDER' ? [account.id] : [],
  )
  return own.length === 0 ? {} : { authenticatesAt: new Set(own) }
}
