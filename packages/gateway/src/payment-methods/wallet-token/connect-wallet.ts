import type { Logger } from 'pino'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'
import { type AgreementKey, readPrivateKey, toAgreementKey } from '@sluice/shared/p256'

import { fetchRoots } from './fetch-roots.http.ts'
import { createGwalletPay, type GwalletPay } from './gwallet-pay.ts'
import { keepRoots } from './keep-roots.ts'

/** What the web wallet and we agreed on. */
export interface GwalletPayEntry {
  readonly gatewayId: string
  readonly recipientId: string
  /** PEM; several while they are being rotated. */
  readonly privateKeys: readonly Secret<string>[]
  /** The id that the wallet gave when the pages were registered. */
  readonly walletMerchantId: string | null
  readonly billingAddressRequired: boolean
  /** Null: where the wallet publishes them. */
  readonly rootsUrl: string | null
  readonly scriptUrl: string | null
  readonly acceptsEcV1: boolean
}

/** What the wallet publishes, by its environments. */
const PUBLISHED = {
  test: {
    environment: 'TEST',
    rootsUrl: 'https://payments.developers.google.com/paymentmethodtoken/test/keys.json',
  },
  production: {
    environment: 'PRODUCTION',
    rootsUrl: 'https://payments.developers.google.com/paymentmethodtoken/keys.json',
  },
} as const

const SCRIPT_URL = 'https://pay.google.com/gp/p/js/pay.js'

/** Where browsers load a configured wallet's script from. */
export function walletScriptUrl({ scriptUrl }: Pick<GwalletPayEntry, 'scriptUrl'>): string {
  return scriptUrl ?? SCRIPT_URL
}

/** Who opens the wallet's tokens. */
export interface WalletRecipient {
  readonly gatewayId: string
  readonly recipientId: string
  /** The first is the one that is sealed for. */
  readonly keys: readonly AgreementKey[]
}

/** Who opens the tokens of a configured wallet. */
export function walletRecipientOf({ gatewayId, recipientId, privateKeys }: GwalletPayEntry): WalletRecipient {
  // Reading the file has refused what is no key.
  return {
    gatewayId,
    recipientId,
    keys: privateKeys.flatMap((pem) => {
      const key = readPrivateKey(pem.reveal())
      return key === null ? [] : [toAgreementKey(key)]
    }),
  }
}

/** Connects the wallet that the configuration file names. Its root keys are fetched when a token first needs them. */
export function connectWallet(
  entry: GwalletPayEntry,
  config: { readonly environment: keyof typeof PUBLISHED; readonly outgoingPorts: readonly number[] },
  { clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, 'warn'> },
): GwalletPay {
  const { gatewayId, recipientId, keys } = walletRecipientOf(entry)
  const { environment, rootsUrl } = PUBLISHED[config.environment]
  const fetching = { clock, mayBeLocal: config.environment === 'test', ports: config.outgoingPorts }
  return createGwalletPay({
    clock,
    recipientId,
    keys,
    readRoots: keepRoots({
      clock,
      fetch: () => fetchRoots(entry.rootsUrl ?? rootsUrl, fetching),
      onFailure: (error) => logger.warn({ err: error }, 'the root keys of gwallet-pay could not be fetched'),
    }),
    acceptsEcV1: entry.acceptsEcV1,
    describe: () => ({
      scriptUrl: walletScriptUrl(entry),
      environment,
      gatewayId,
      walletMerchantId: entry.walletMerchantId,
      billingAddressRequired: entry.billingAddressRequired,
    }),
  })
}
