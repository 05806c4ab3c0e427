import type { PagePosition } from '@sluice/platform/kernel/page-cursor'

import type { Customer } from './customer.ts'

/** Which customers are wanted. */
export interface CustomerSearch {
  readonly merchantId: string
  /** Exactly as it was given; null for any. */
  readonly email: string | null
  /** Only those after this one, in the order of the list. */
  readonly after: PagePosition | null
  readonly limit: number
}

/** Keeps customers. They are never removed, for transactions name them; of those who were erased the id is left. */
export interface CustomerStore {
  create(customer: Customer): Promise<void>
  find(merchantId: string, customerId: string): Promise<Customer | null>
  /** Newest first. */
  list(search: CustomerSearch): Promise<readonly Customer[]>
}
