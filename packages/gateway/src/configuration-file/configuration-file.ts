import type { ConnectorSecrets, ProviderConnector } from '@sluice/connectors/kit'
import type { Secret } from '@sluice/platform/kernel/secret'
import type { OperatorProgram } from '@sluice/platform/http/identify-operator'
import type { ConfiguredClient } from '@sluice/identity'

import type { ExternalIssuerConfig } from '../config.ts'
import type { ClientRate } from '../edge/counted-uses.ts'
import type { ConfiguredMerchant, ManagedBy } from '../merchants/index.ts'
import type { GwalletPayEntry } from '../payment-methods/index.ts'
import type { AccountRegistration } from '../three-ds/index.ts'
import type { ProviderCapabilities } from '../transactions/index.ts'
import type { ConfiguredSubscription } from '../webhooks/index.ts'
import type { FileDocument } from './file-schema.ts'
import type { SecretFile } from './read-secrets.ts'

/** The validated content of the configuration file, with its secrets. */
export interface ConfigurationFile {
  readonly version: FileVersion
  readonly merchants: readonly MerchantEntry[]
  readonly providers: readonly ProviderEntry[]
  /** Empty means no 3-D Secure. The first is used if nothing names a server. */
  readonly threeDsServers: readonly ThreeDsServerEntry[]
  /** The web wallet; null if the gateway is not registered with it. */
  readonly gwalletPay: GwalletPayEntry | null
  /** An identity provider whose tokens are accepted in addition to the gateway's own. */
  readonly trustedIssuer: ExternalIssuerConfig | null
  /** The rates of API clients with their own rate, by client id. */
  readonly clientRates: ReadonlyMap<string, ClientRate>
  /** Programs with limited access to the operator's endpoints. */
  readonly operatorPrograms: readonly OperatorProgram[]
  /** The files with secrets of clients, providers, webhooks, wallets and operators' programs. */
  readonly secretFiles: readonly SecretFile[]
}

/** The part of a file that is applied to the database. */
export type FileContent = Pick<ConfigurationFile, 'merchants' | 'version'>

/** The identity of one version of a file. */
export interface FileVersion {
  /** The revision in the file; null if there is none. */
  readonly revision: number | null
  /** SHA-256 of the file's content, without its revision, comments and layout. */
  readonly digest: string
}

/** A merchant with all its terminals, keys, clients and webhooks. Existing ones that are not listed are deactivated. */
export interface MerchantEntry {
  /** The name in the file: the id, or the name from which the id is derived. */
  readonly label: string
  /** The new manager of the merchant's settings; null if the file does not specify one. */
  readonly managedBy: ManagedBy | null
  readonly merchant: ConfiguredMerchant
  readonly clients: readonly ConfiguredClient[]
  readonly subscriptions: readonly ConfiguredSubscription[]
}

/** A payment provider. */
export interface ProviderEntry {
  readonly id: string
  /** The address, without a trailing slash. */
  readonly url: string
  readonly secret: Secret<string>
  /** The gateway's accounts with it. */
  readonly accounts: readonly AccountEntry[]
  /** The `whsec_…` secrets; several during a rotation. */
  readonly callbackSecrets: readonly Secret<string>[]
  readonly timeoutMs: number
  /** The adapter for it. */
  readonly type: FileDocument['providers'][number]['type']
  readonly capabilities: ProviderCapabilities
  /** The secrets of `secret_files`, for a connector. */
  readonly secrets?: ConnectorSecrets
  /** The connector of the type, once a gateway has loaded it. */
  readonly connector?: ProviderConnector
}

/** An account at a provider, with its 3-D Secure data. */
export interface AccountEntry extends AccountRegistration {
  readonly id: string
}

export interface ThreeDsServerEntry {
  readonly id: string
  /** The adapter for it. */
  readonly type: FileDocument['three_ds_servers'][number]['type']
  /** The address, without a trailing slash. */
  readonly url: string
  readonly secret: Secret<string>
  /** The keys that a server with a connector issued, newest first. */
  readonly secrets: Readonly<Record<string, readonly Secret<string>[]>>
  /** The origins of the pages on which the server shows challenges. */
  readonly hostedOrigins: () => readonly string[]
  /** Whether the server authenticates merchant-initiated charges. */
  readonly threeRi: boolean
}
