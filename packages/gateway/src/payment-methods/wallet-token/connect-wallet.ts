import type { Logger } from 'pino'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'
import { type AgreementKey, readPrivateKey, toAgreementKey } from '@sluice/shared/p256'

import { fetchRoots } from './fetch-roots.http.ts'
import { createGwalletPay, type GwalletPay } from './gwallet-pay.ts'
import { keepRoots } from './keep-roots.ts'

/** The settings agreed with the web wallet. */
export interface GwalletPayEntry {
  readonly gatewayId: string
  readonly recipientId: string
  /** The private keys in PEM; more than one during a rotation. */
  readonly privateKeys: readonly Secret<string>[]
  /** The id that the wallet assigned when the pages were registered. */
  readonly walletMerchantId: string | null
  readonly billingAddressRequired: boolean
  /** The address of the root keys; null for the wallet's own. */
  readonly rootsUrl: string | null
  readonly scriptUrl: string | null
  readonly acceptsEcV1: boolean
}

/** The addresses that the wallet publishes, by environment. */
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

/** Returns the address from which browsers load the script of a configured wallet. */
export function walletScriptUrl({ scriptUrl }: Pick<GwalletPayEntry, 'scriptUrl'>): string {
  return scriptUrl ?? SCRIPT_URL
}

/** Decrypts the wallet's tokens. */
export interface WalletRecipient {
  readonly gatewayId: string
  readonly recipientId: string
  /** New tokens are sealed for the first key. */
  readonly keys: readonly AgreementKey[]
}

/** Decrypts the tokens of a configured wallet. */
export function walletRecipientOf({ gatewayId, recipientId, privateKeys }: GwalletPayEntry): WalletRecipient {
  // Loading the file has already rejected invalid keys.
  return {
    gatewayId,
    recipientId,
    keys: privateKeys.flatMap((pem) => {
      const key = readPrivateKey(pem.reveal())
      return key === null ? [] : [toAgreementKey(key)]
    }),
  }
}

/** Connects the wallet of the configuration file. Its root keys are fetched when a token first needs them. */
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
