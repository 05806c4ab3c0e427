import type {
  Customer,
  CustomerList,
  CustomerQuery,
  CustomerRequest,
  SavedPaymentMethodList,
} from '@sluice/types'
import type { Transport } from '../http/transport.ts'

/** Customers: people whose cards are saved. */
export interface Customers {
  /**
   * Creates a customer. Its `id` goes into `customer.id` of later requests. Not repeated by this package when no answer
   * arrives; a second customer with the same e-mail address is allowed.
   *
   * @throws When a member breaks a rule; `errors[].property` names it. {@link ValidationError}
   * @see docs/protocol.md#customers
   */
  create(request: CustomerRequest): Promise<Customer>
  /**
   * Reads a customer.
   *
   * @throws When this merchant has no such customer. {@link NotFoundError}
   * @see docs/protocol.md#customers
   */
  get(id: string): Promise<Customer>
  /**
   * Lists customers, the newest first; `next_cursor` of a page asks for the next one.
   *
   * @param query - `limit` is 1 to 100, 20 when left out.
   * @see docs/protocol.md#customers
   *
   * @example
   * ```ts
   * const { data } = await client.customers.list({ email: 'ada@example.com' })
   * ```
   */
  list(query?: CustomerQuery): Promise<CustomerList>
  /**
   * Lists the saved cards of a customer that have not expired.
   *
   * @throws When this merchant has no such customer. {@link NotFoundError}
   * @see docs/protocol.md#saved-cards
   */
  paymentMethods(id: string): Promise<SavedPaymentMethodList>
}

export function createCustomers(transport: Transport): Customers {
  return {
    async create(request) {
      return (await transport.call('createCustomer', { body: request })).body
    },
    async get(id) {
      return (await transport.call('getCustomer', { params: { id } })).body
    },
    async list(query = {}) {
      return (await transport.call('listCustomers', { query })).body
    },
    async paymentMethods(id) {
      return (await transport.call('listCustomerPaymentMethods', { params: { id } })).body
    },
  }
}
