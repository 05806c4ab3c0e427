import type { ConnectorSecrets, ProviderConnector } from '@sluice/connectors/kit'
import type { Secret } from '@sluice/platform/kernel/secret'
import type { OperatorProgram } from '@sluice/platform/http/identify-operator'
import type { ConfiguredClient } from '@sluice/identity'

import type { ForeignIssuerConfig } from '../config.ts'
import type { ClientRate } from '../edge/counted-uses.ts'
import type { ConfiguredMerchant, ManagedBy } from '../merchants/index.ts'
import type { GwalletPayEntry } from '../payment-methods/index.ts'
import type { AccountRegistration } from '../three-ds/index.ts'
import type { ProviderCapabilities } from '../transactions/index.ts'
import type { ConfiguredSubscription } from '../webhooks/index.ts'
import type { FileDocument } from './file-schema.ts'
import type { SecretFile } from './read-secrets.ts'

/** What the configuration file says, checked, with its secrets. */
export interface ConfigurationFile {
  readonly version: FileVersion
  readonly merchants: readonly MerchantEntry[]
  readonly providers: readonly ProviderEntry[]
  /** Empty means no 3-D Secure. The first is used if nothing names a server. */
  readonly threeDsServers: readonly ThreeDsServerEntry[]
  /** Null: the gateway is not registered with the web wallet. */
  readonly gwalletPay: GwalletPayEntry | null
  /** An identity provider whose tokens are accepted beside our own. */
  readonly trustedIssuer: ForeignIssuerConfig | null
  /** Of API clients that have a rate of their own, by their id. */
  readonly clientRates: ReadonlyMap<string, ClientRate>
  /** Programs with limited access to the operator's endpoints. */
  readonly operatorPrograms: readonly OperatorProgram[]
  /** Files with secrets of clients, providers, webhooks, wallets and operators' programs. */
  readonly secretFiles: readonly SecretFile[]
}

/** What of a file is applied to the database. */
export type FileContent = Pick<ConfigurationFile, 'merchants' | 'version'>

/** Which one of several versions of a file it is. */
export interface FileVersion {
  /** As the file numbers itself; null if it does not. */
  readonly revision: number | null
  /** SHA-256 of what the file says, without its revision, comments and layout. */
  readonly digest: string
}

/** A merchant and everything that it has. What it had before and is not listed is deactivated. */
export interface MerchantEntry {
  /** As the file calls it: the id, or the name that the id is made of. */
  readonly label: string
  /** Who says what the merchant has from now on; null where the file says nothing. */
  readonly managedBy: ManagedBy | null
  readonly merchant: ConfiguredMerchant
  readonly clients: readonly ConfiguredClient[]
  readonly subscriptions: readonly ConfiguredSubscription[]
}

/** A payment provider. */
export interface ProviderEntry {
  readonly id: string
  /** Without a trailing slash. */
  readonly url: string
  readonly secret: Secret<string>
  /** Our accounts with it. */
  readonly accounts: readonly AccountEntry[]
  /** `whsec_…`; several while they are being rotated. */
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
  /** Without a trailing slash. */
  readonly url: string
  readonly secret: Secret<string>
  /** What a server with a connector issued to us, the newest first. */
  readonly secrets: Readonly<Record<string, readonly Secret<string>[]>>
  /** The origins of the pages on which the server shows challenges. */
  readonly hostedOrigins: () => readonly string[]
  /** Whether the server authenticates charges that the merchant starts. */
  readonly threeRi: boolean
}
