import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'

import type { SimulatedGwallet } from '@sluice/simulators'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'
import { deriveSigningKey, readPrivateKey, toAgreementKey } from '@sluice/shared/p256'
import type { Telemetry } from '@sluice/platform/telemetry/telemetry'

import type { Config } from '../config.ts'
import type { ConfigurationFile, GwalletPayEntry } from '../configuration-file/index.ts'
import {
  createGwalletPay,
  fetchRoots,
  gatewayMerchantIdOf,
  type GwalletPay,
  keepRoots,
  readRootKeys,
} from '../payment-methods/index.ts'
import type { Adapters } from './adapters.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { SimulatorsModule } from './load-simulators.ts'

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

/** @param pagesUrl - the origin of simulated banks and wallets. */
export function simulatedScriptUrl(pagesUrl: string): string {
  return `${pagesUrl}/simulators/gwallet-pay/pay.js`
}

/** Chooses the web wallet: a given one goes before a configured one, that before the simulated one. */
export function chooseWallet(
  config: Config,
  { masterKey, clock, simulators }: Pick<Infrastructure, 'masterKey' | 'clock' | 'simulators'>,
  parties: {
    readonly adapters: Partial<Adapters>
    readonly file: Pick<ConfigurationFile, 'gwalletPay'> | null
    readonly logger: Pick<Logger, 'warn'>
    readonly telemetry: Telemetry
    /** Where the simulated wallet's script is. */
    readonly pagesUrl: () => string
  },
): { readonly gwalletPay: GwalletPay | null; readonly simulatedWallets: SimulatedWallets | null } {
  const { adapters, file, logger, telemetry, pagesUrl } = parties
  const entry = file?.gwalletPay ?? null
  const recipient = entry ? configuredRecipient(entry) : simulatedRecipient(masterKey)
  const simulatedWallets = simulators && simulateWallets(simulators, masterKey, recipient, clock)
  const own = entry
    ? connectWallet(config, entry, recipient, { clock, logger })
    : simulatedWallets && plugInWallet(simulatedWallets.gwallet, recipient, clock, pagesUrl)
  const gwalletPay = adapters.gwalletPay === undefined ? own : adapters.gwalletPay
  return { gwalletPay: gwalletPay && countRefusals(gwalletPay, telemetry), simulatedWallets }
}

/** Who opens the wallet's tokens. */
interface Recipient {
  readonly gatewayId: string
  readonly recipientId: string
  /** The first is the one that is sealed for. */
  readonly keys: readonly KeyObject[]
}

function configuredRecipient({ gatewayId, recipientId, privateKeys }: GwalletPayEntry): Recipient {
  // Reading the file has refused what is no key.
  return { gatewayId, recipientId, keys: privateKeys.flatMap((pem) => readPrivateKey(pem.reveal()) ?? []) }
}

const SIMULATED_GATEWAY_ID = 'sluice'

/** Made of the master key, so that every process of a test environment has the same, and no file more. */
function simulatedRecipient(masterKey: Secret<Uint8Array>): Recipient {
  return {
    gatewayId: SIMULATED_GATEWAY_ID,
    recipientId: `gateway:${SIMULATED_GATEWAY_ID}`,
    keys: [deriveSigningKey(masterKey.reveal(), 'sluice simulated gwallet-pay/recipient')],
  }
}

/** The wallets of the test environment. */
export type SimulatedWallets = ReturnType<typeof simulateWallets>

function simulateWallets(
  { createSimulatedAwallet, createSimulatedGwallet }: SimulatorsModule,
  masterKey: Secret<Uint8Array>,
  recipient: Recipient,
  clock: Clock,
) {
  const keyFor = (wallet: string) => (purpose: string) =>
    deriveSigningKey(masterKey.reveal(), `sluice simulated ${wallet}/${purpose}`)
  const gwalletKeyFor = keyFor('gwallet-pay')
  const [key] = recipient.keys
  if (key === undefined) throw new TypeError('a wallet without a key to seal for')
  const gwallet = createSimulatedGwallet({
    rootKey: gwalletKeyFor('root'),
    intermediateKey: gwalletKeyFor('intermediate'),
    recipient: { recipientId: recipient.recipientId, publicPoint: toAgreementKey(key).publicPoint },
    clock,
  })
  return {
    gwallet,
    awallet: createSimulatedAwallet({ keyFor: keyFor('awallet-pay'), clock }),
    gatewayMerchantIdOf,
  }
}

function plugInWallet(
  wallet: SimulatedGwallet,
  { gatewayId, recipientId, keys }: Recipient,
  clock: Clock,
  pagesUrl: () => string,
): GwalletPay {
  const roots = readRootKeys(JSON.stringify(wallet.keys)) ?? []
  return createGwalletPay({
    clock,
    recipientId,
    keys: keys.map(toAgreementKey),
    readRoots: () => Promise.resolve(roots),
    acceptsEcV1: false,
    describe: () => ({
      scriptUrl: simulatedScriptUrl(pagesUrl()),
      environment: 'TEST',
      gatewayId,
      walletMerchantId: null,
      billingAddressRequired: false,
    }),
  })
}

function connectWallet(
  config: Config,
  entry: GwalletPayEntry,
  { gatewayId, recipientId, keys }: Recipient,
  { clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, 'warn'> },
): GwalletPay {
  const { environment, rootsUrl } = PUBLISHED[config.environment]
  const fetching = { clock, mayBeLocal: config.environment === 'test', ports: config.outgoingPorts }
  return createGwalletPay({
    clock,
    recipientId,
    keys: keys.map(toAgreementKey),
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

/** Callers get one sentence for many reasons; who watches the service sees which. */
function countRefusals(wallet: GwalletPay, { count }: Telemetry): GwalletPay {
  return {
    ...wallet,
    async open(token, merchantId) {
      const opened = await wallet.open(token, merchantId)
      if (!opened.ok) count('wallet refusal', { reason: opened.reason })
      return opened
    },
  }
}
