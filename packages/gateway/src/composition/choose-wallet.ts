import type { Logger } from 'pino'

import type { SimulatedGwallet } from '@sluice/simulators'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'
import { deriveSigningKey, toAgreementKey } from '@sluice/shared/p256'
import type { Telemetry } from '@sluice/platform/telemetry/telemetry'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import {
  connectWallet,
  createGwalletPay,
  gatewayMerchantIdOf,
  type GwalletPay,
  readRootKeys,
  type WalletRecipient,
  walletRecipientOf,
} from '../payment-methods/index.ts'
import type { Adapters } from './adapters.ts'
import type { Infrastructure } from './infrastructure.ts'
import { instrumentWallet } from './instrument.ts'
import type { LiveConfiguration } from './live-configuration.ts'
import type { SimulatorsModule } from './load-simulators.ts'

/** @param pagesUrl - the origin of simulated banks and wallets. */
export function simulatedScriptUrl(pagesUrl: string): string {
  return `${pagesUrl}/simulators/gwallet-pay/pay.js`
}

/** Chooses the web wallet: a given one takes precedence over a configured one, and that over the simulated one. */
export function chooseWallet(
  config: Config,
  { masterKey, clock, simulators }: Pick<Infrastructure, 'masterKey' | 'clock' | 'simulators'>,
  parties: {
    readonly adapters: Partial<Adapters>
    readonly configuration: Pick<LiveConfiguration, 'current' | 'follow'>
    readonly logger: Pick<Logger, 'warn'>
    readonly telemetry: Telemetry
    /** The address of the simulated wallet's script. */
    readonly pagesUrl: () => string
  },
): { readonly gwalletPay: () => GwalletPay | null; readonly simulatedWallets: SimulatedWallets | null } {
  const { adapters, configuration, logger, telemetry, pagesUrl } = parties
  const first = configuration.current()?.gwalletPay ?? null
  const recipient = first ? walletRecipientOf(first) : simulatedRecipient(masterKey)
  const simulatedWallets = simulators && simulateWallets(simulators, masterKey, recipient, clock)
  let known: string | null = null
  let gwalletPay: GwalletPay | null = null
  configuration.follow((file) => {
    const entry = file?.gwalletPay ?? null
    const described = describeEntry(entry)
    // It caches the wallet's root keys, which need not be fetched again for another provider.
    if (described === known) return
    known = described
    const own = entry
      ? connectWallet(entry, config, { clock, logger })
      : simulatedWallets && plugInWallet(simulatedWallets.gwallet, recipient, clock, pagesUrl)
    const chosen = adapters.gwalletPay === undefined ? own : adapters.gwalletPay
    gwalletPay = chosen && instrumentWallet(chosen, telemetry)
  })
  return { gwalletPay: () => gwalletPay, simulatedWallets }
}

/** The key includes the secrets, because they may be the only change. */
function describeEntry(entry: ConfigurationFile['gwalletPay']): string {
  return JSON.stringify(entry && { ...entry, privateKeys: entry.privateKeys.map((key) => key.reveal()) })
}

const SIMULATED_GATEWAY_ID = 'sluice'

/**
 * Derives the key from the master key, so that every process of a test environment has the same key without another
 * file.
 */
function simulatedRecipient(masterKey: Secret<Uint8Array>): WalletRecipient {
  return {
    gatewayId: SIMULATED_GATEWAY_ID,
    recipientId: `gateway:${SIMULATED_GATEWAY_ID}`,
    keys: [toAgreementKey(deriveSigningKey(masterKey.reveal(), 'sluice simulated gwallet-pay/recipient'))],
  }
}

/** The wallets of the test environment. */
export type SimulatedWallets = ReturnType<typeof simulateWallets>

function simulateWallets(
  { createSimulatedAwallet, createSimulatedGwallet }: SimulatorsModule,
  masterKey: Secret<Uint8Array>,
  recipient: WalletRecipient,
  clock: Clock,
) {
  const keyFor = (wallet: string) => (purpose: string) =>
    deriveSigningKey(masterKey.reveal(), `sluice simulated ${wallet}/${purpose}`)
  const gwalletKeyFor = keyFor('gwallet-pay')
  const [key] = recipient.keys
  if (key === undefined) throw new TypeError('the wallet has no key to encrypt for')
  const gwallet = createSimulatedGwallet({
    rootKey: gwalletKeyFor('root'),
    intermediateKey: gwalletKeyFor('intermediate'),
    recipient: { recipientId: recipient.recipientId, publicPoint: key.publicPoint },
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
  { gatewayId, recipientId, keys }: WalletRecipient,
  clock: Clock,
  pagesUrl: () => string,
): GwalletPay {
  const roots = readRootKeys(JSON.stringify(wallet.keys)) ?? []
  return createGwalletPay({
    clock,
    recipientId,
    keys,
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
