export { createEraseCustomer, finishErasures } from './erase-customers.ts'
export { createEraseOldPayments } from './erase-old-payments.ts'
