export { countSavedCard } from './count-saved-card.store.ts'
export type { Customer } from './customer.ts'
export type { CustomerStore } from './customer.store.ts'
export { createCustomerStore } from './customer.store.ts'
export { createCustomerTables } from './customers.migration.ts'
export {
  eraseCustomerRow,
  type ErasedCustomer,
  listDueErasures,
  postponeErasure,
} from './erased-customers.store.ts'
export { CUSTOMER_TABLES, type CustomerTables } from './customers.tables.ts'
export { type EraseCustomer, registerCustomers } from './customers.routes.ts'
