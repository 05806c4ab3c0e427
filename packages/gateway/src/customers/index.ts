export type { Customer } from './customer.ts'
export type { CustomerStore } from './customer-store.ts'
export { createCustomerStore } from './customer.store.ts'
export { registerCustomers } from './customers.routes.ts'
