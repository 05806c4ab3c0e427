export { beginSession } from './begin-session.ts'
export { LINK_TEMPLATE, returnedAddress } from './link-address.ts'
export { createLinkWrites } from './link-writes.store.ts'
export { createLinkTokens, linkTokenPurpose, type LinkTokens } from './link-tokens.ts'
export {
  acceptsAmount,
  availabilityOf,
  LINK_ENDED_CODE,
  LINK_UNKNOWN_CODE,
  type PaymentLink,
} from './payment-link.ts'
export { fromPaymentLinkRow } from './payment-link-rows.store.ts'
export { createPaymentLinkStore, type PaymentLinkStore } from './payment-link.store.ts'
export { readAmount, TYPED_AMOUNT_MAX_CHARS } from './read-amount.ts'
export { toLinkEndedEvent } from './payment-link.wire.ts'
export { createPaymentLinkTables } from './payment-links.migration.ts'
export { registerPaymentLinks } from './payment-links.routes.ts'
export { PAYMENT_LINK_TABLES, type PaymentLinkTables } from './payment-links.tables.ts'
