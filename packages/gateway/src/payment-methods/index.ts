export { findCardBrand } from './card-brand.ts'
export {
  type Card,
  type CardFields,
  type CardJudgement,
  type CardRefusal,
  type CardSummary,
  judgeCard,
} from './card-data.ts'
export { isCardNumber, maskCardNumber } from './card-number.ts'
export {
  alreadyUsed,
  NOTHING_SEALED,
  type OpenedFields,
  openSealedFields,
  type SealedFieldUse,
} from './open-sealed-fields.ts'
export { type CardKeeping, createCardKeeping } from './card-keeping.store.ts'
export { type PaymentMethodPorts, registerPaymentMethods } from './payment-methods.routes.ts'
export { type CardSaving } from './card-saving.store.ts'
export { judgeSavedCard, type PendingCard, type SavedCard, savedCardStatus } from './saved-card.ts'
export { type SavedCards } from './saved-cards.ts'
export { rotateVaultKek, rotateVaultKeys, tendVault, type VaultRotationPorts } from './vault/rotate-vault.ts'
