export { findCardBrand } from './card-brand.ts'
export { type Card, type CardFields, type CardJudgement, type CardSummary, judgeCard } from './card-data.ts'
export { isCardNumber, maskCardNumber } from './card-number.ts'
export { alreadyUsed, openCardFields, type SealedCard, type SealedFieldUse } from './open-card-fields.ts'
