export { type Card, type CardValidation, type CardSummary, validateCard } from './card-data.ts'
export { isCardNumber, maskCardNumber } from './card-number.ts'
export { isCryptogram } from './cryptogram.ts'
export { type OneTimeUse, type OneTimeUses, UsedElsewhere } from './one-time-use.ts'
export { createOneTimeUses } from './one-time-uses.store.ts'
export { createGwalletPay, type GwalletPay, walletBrandsOf } from './wallet-token/gwallet-pay.ts'
export { gatewayMerchantIdOf } from './wallet-token/gateway-merchant-id.ts'
export {
  connectWallet,
  type GwalletPayEntry,
  type WalletRecipient,
  walletRecipientOf,
  walletScriptUrl,
} from './wallet-token/connect-wallet.ts'
export { readRootKeys } from './wallet-token/root-keys.ts'
export { refusedToken } from './wallet-token/refused-token.ts'
export { alreadyUsed, NOTHING_SEALED, openSealedFields } from './open-sealed-fields.ts'
export { type CardKeeping, createCardKeeping } from './card-keeping.store.ts'
export { registerPaymentMethods } from './payment-methods.routes.ts'
export { type CardSaving } from './card-saving.store.ts'
export {
  allowsMerchantInitiated,
  isSavedForMerchant,
  matchesSavedCard,
  validateSavedCard,
  type FirstAuthentication,
  type PendingCard,
  type SaveCardRequest,
  type SavedCard,
  type ShownCard,
} from './saved-card.ts'
export { type SavedCards } from './saved-cards.ts'
export {
  rotateVaultKek,
  rotateVaultKeys,
  finishVaultRotation,
  type VaultRotationPorts,
} from './vault/rotate-vault.ts'
export { hasUnreadableCard } from './vault/has-unreadable-card.store.ts'
export { keepFirstAuthentications } from './first-authentications.migration.ts'
export { createPaymentMethodTables } from './payment-methods.migration.ts'
export { PAYMENT_METHOD_TABLES, type PaymentMethodTables } from './payment-methods.tables.ts'
