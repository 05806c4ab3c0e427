/**
 * The functions that a merchant's server needs for wallets: opening the token of the one, passing on the token of the
 * other, and the browser's request for both. Only WebCrypto: the same on Node, Bun, Deno and Workers.
 *
 * @module
 */
export { ConfigurationError } from '../errors/configuration-error.ts'
export { ValidationError } from '../errors/validation-error.ts'
export { WalletTokenError } from '../errors/wallet-token-error.ts'
export type { WalletTokenErrorCode } from '../errors/wallet-token-failures.ts'
export type { AWalletKey } from './a-wallet-key.ts'
export type { AWalletConfirmation, AWalletPayment } from './a-wallet-payment.ts'
export {
  type AWalletNetwork,
  type AWalletPaymentRequest,
  type AWalletRequestedPayment,
  buildAWalletPaymentRequest,
} from './a-wallet-payment-request.ts'
export { A_WALLET_ROOT } from './a-wallet-root.ts'
export type { AWalletToken, AWalletTokenInput } from './a-wallet-token.ts'
export { type AWalletOptions, decryptAWalletToken } from './decrypt-a-wallet-token.ts'
export { encodeGWalletToken } from './encode-g-wallet-token.ts'
export {
  buildGWalletPaymentRequest,
  type GWalletCardMethod,
  type GWalletConfig,
  type GWalletPayment,
  type GWalletPaymentRequest,
} from './g-wallet-payment-request.ts'
export { type NetworkTokenMethod, sealAWalletToken } from './seal-a-wallet-token.ts'
export type { WalletPayment } from './wallet-amount.ts'
