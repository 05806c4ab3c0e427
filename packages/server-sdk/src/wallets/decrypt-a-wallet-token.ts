import { CURRENCIES, type Currency, isCurrency } from '@sluice/types/vocabulary'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { WalletTokenError } from '../errors/wallet-token-error.ts'
import { refuseBrowser } from '../refuse-browser.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { decryptAWalletData } from './a-wallet-cipher.ts'
import { type AWalletKey, type ReadAWalletKey, readAWalletKeys } from './a-wallet-key.ts'
import { type AWalletPayment, readAWalletPayment } from './a-wallet-payment.ts'
import { A_WALLET_ROOT } from './a-wallet-root.ts'
import { type AWalletTokenInput, type ReadAWalletToken, readAWalletToken } from './a-wallet-token.ts'
import { equalBytes } from './bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { readPem } from './pem.ts'
import { verifyAWalletSignature } from './verify-a-wallet-signature.ts'

/** Options of {@link decryptAWalletToken}. Pass `currency` and `amount` of the order. */
export interface AWalletOptions {
  /** The currency that the customer must have confirmed. */
  readonly currency?: Currency | undefined
  /** The amount that the customer must have confirmed, in minor units (1050 = 10.50). Together with `currency`. */
  readonly amount?: number | undefined
  /**
   * Claims the token's id for this payment: returns `true` the first time, then `false`. It must be atomic, so that
   * two concurrent callers cannot both get `true`: an insert into a table with a unique column. It is called last,
   * when everything else is valid. You may delete ids that are older than twice the tolerance, because their tokens
   * are refused by then.
   *
   * @param transactionId - hexadecimal, lower case.
   * @defaultValue no check: the gateway pays a `reference` once, and another reference is another payment
   */
  readonly claim?: ((transactionId: string) => boolean | Promise<boolean>) | undefined
  /**
   * PEM certificates that signatures may lead to. Given ones replace the wallet's own.
   *
   * @defaultValue "Apple Root CA - G3", which is part of this package
   */
  readonly roots?: string | readonly string[] | undefined
  /**
   * The maximum age of a token's signature, and the tolerance for a clock ahead of this machine's, in seconds.
   *
   * @defaultValue 300, as the wallet advises. A longer time lets a stolen token be used for longer.
   */
  readonly toleranceSeconds?: number | undefined
  /**
   * Whether to verify the signature. Without verification, your public certificate suffices to forge a token: disable
   * it only for tokens that are already verified, or to inspect old ones.
   *
   * @defaultValue `true`
   */
  readonly verifySignature?: boolean | undefined
  /**
   * Milliseconds since the epoch. For tests.
   *
   * @defaultValue `Date.now`
   */
  readonly now?: (() => number) | undefined
}

const A_WALLET_OPTIONS: KnownOptions<AWalletOptions> = {
  currency: true,
  amount: true,
  claim: true,
  roots: true,
  toleranceSeconds: true,
  verifySignature: true,
  now: true,
}

const TOLERANCE_SECONDS = 300

/**
 * Verifies and opens a wallet's token (EC_v1), on the server whose merchant identifier it was made for.
 *
 * Signature, certificates, the time of signing and, when given, currency, amount and single use are checked before anything
 * is returned. The gateway never sees this token: it is paid with as a `network-token`, without 3-D Secure, because the
 * wallet has authenticated the customer. {@link sealAWalletToken} does that in one step.
 *
 * @param token - `payment.token.paymentData` of the wallet's browser API, its wrapper, or the JSON of either.
 * @param keys - several while a certificate is being replaced: the token says which one it is for.
 * @returns A network token for `client.encryptNetworkToken`, with what the customer confirmed. Never log or store it.
 * @throws When the token is not valid for a payment; `code` says why, `fix` what to do. {@link WalletTokenError}
 * @throws When a key or an option is unusable. {@link ConfigurationError}
 * @throws In a browser's page, where the key must never be. {@link BrowserForbiddenError}
 * @decision 0053
 *
 * @example
 * ```ts
 * const payment = await decryptAWalletToken(token, [{ privateKey, merchantIdentifier }], { currency: 'EUR', amount: 1850 })
 * const data = await client.encryptNetworkToken(payment)
 * ```
 */
export async function decryptAWalletToken(
  token: AWalletTokenInput,
  keys: readonly AWalletKey[],
  options: AWalletOptions = {},
): Promise<AWalletPayment> {
  refuseBrowser()
  refuseUnknownOptions(options, A_WALLET_OPTIONS)
  const { toleranceSeconds = TOLERANCE_SECONDS, verifySignature, now = Date.now } = options
  // NaN, as of an unset variable, is neither more nor less than any age: every token would be accepted forever.
  if (!(toleranceSeconds >= 0)) throw new ConfigurationError('toleranceSeconds', 'must be 0 or more')
  checkExpectation(options)
  const roots = readRoots(options.roots ?? A_WALLET_ROOT)
  const known = await readAWalletKeys(keys)

  const read = readAWalletToken(token)
  const key = known.find(({ publicKeyHash }) => equalBytes(publicKeyHash, read.publicKeyHash))
  if (!key) throw new WalletTokenError('KEY_UNKNOWN')
  // Only the word itself switches it off, neither `null` nor 0 from a setting.
  if (verifySignature !== false) {
    await verifyAWalletSignature(read, { roots, toleranceMs: toleranceSeconds * 1_000, nowMs: now() })
  }
  const payment = await open(key, read)
  compare(payment, options)
  if (options.claim && !(await options.claim(payment.transactionId))) {
    throw new WalletTokenError('ALREADY_USED')
  }
  return payment
}

function checkExpectation({ currency, amount }: AWalletOptions): void {
  if (currency !== undefined && !isCurrency(currency)) {
    throw new ConfigurationError('currency', 'must be an ISO 4217 code in capital letters, such as "EUR"')
  }
  if (amount === undefined) return
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new ConfigurationError('amount', 'must be a whole number of minor units')
  }
  if (currency === undefined) {
    throw new ConfigurationError('currency', 'is required with amount: 1850 means nothing without a currency')
  }
}

function readRoots(roots: string | readonly string[]): readonly Certificate[] {
  const blocks = [roots].flat().flatMap(readPem)
  try {
    const certificates = blocks.map(({ bytes }) => readCertificate(bytes))
    if (certificates.length > 0) return certificates
  } catch {
    // A text that is not a certificate is reported like a missing one.
  }
  throw new ConfigurationError('roots', 'must contain at least one certificate as PEM')
}

async function open(key: ReadAWalletKey, token: ReadAWalletToken): Promise<AWalletPayment> {
  const plaintext = await decryptAWalletData(key, token.ephemeralPublicKey, token.data).catch(() => {
    throw new WalletTokenError('DECRYPTION_FAILED')
  })
  return readAWalletPayment(plaintext, token.transactionId.toLowerCase())
}

function compare(confirmed: AWalletPayment, { currency, amount }: AWalletOptions): void {
  if (currency !== undefined && confirmed.currencyCode !== CURRENCIES[currency].numeric) {
    throw new WalletTokenError('CURRENCY_MISMATCH')
  }
  if (amount !== undefined && confirmed.amount !== amount) throw new WalletTokenError('AMOUNT_MISMATCH')
}
