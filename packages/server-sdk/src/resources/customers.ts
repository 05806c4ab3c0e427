import type {
  Customer,
  CustomerChange,
  CustomerList,
  CustomerQuery,
  CustomerRequest,
  SavedPaymentMethodList,
} from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions, ReadOptions } from '../http/call-options.ts'
import { type PagePromise, toPagePromise } from '../http/page-promise.ts'
import type { Transport } from '../http/transport.ts'

/** Customers: people whose cards are saved. */
export interface Customers {
  /**
   * Creates a customer. Its `id` goes into `customer.id` of later requests. A second customer with the same e-mail
   * address is allowed.
   *
   * @throws When a member breaks a rule; `errors[].property` names it. {@link ValidationError}
   * @see docs/protocol/customers.md#customers
   */
  create(request: CustomerRequest, options?: CallOptions): ApiPromise<Customer>
  /**
   * Reads a customer.
   *
   * @throws When this merchant has no such customer. {@link NotFoundError}
   * @see docs/protocol/customers.md#customers
   */
  get(id: string, options?: ReadOptions): ApiPromise<Customer>
  /**
   * Lists customers, the newest first: awaited a page, with `for await` every customer.
   *
   * @param query - `limit` is 1 to 100, 20 when left out.
   * @see docs/protocol/customers.md#customers
   *
   * @example
   * ```ts
   * const { data } = await client.customers.list({ email: 'ada@example.com' })
   * ```
   */
  list(query?: CustomerQuery, options?: ReadOptions): PagePromise<CustomerList>
  /**
   * Changes a customer, whose saved cards stay. Earlier payments keep what they were made with.
   *
   * @param change - Members that are left out stay, and null clears them; `email` cannot be cleared. The address is merged
   *   member by member.
   * @throws When a member breaks a rule; `errors[].property` names it. {@link ValidationError}
   * @throws When this merchant has no such customer. {@link NotFoundError}
   * @see docs/protocol/customers.md#customers
   *
   * @example
   * ```ts
   * await client.customers.update(id, { email: 'ada@lovelace.example', phone: null })
   * ```
   */
  update(id: string, change: CustomerChange, options?: CallOptions): ApiPromise<Customer>
  /**
   * Lists the saved cards of a customer that have not expired.
   *
   * @throws When this merchant has no such customer. {@link NotFoundError}
   * @see docs/protocol/saved-cards.md#saved-cards
   */
  paymentMethods(id: string, options?: ReadOptions): ApiPromise<SavedPaymentMethodList>
  /**
   * Erases a customer: deletes the saved cards, and takes personal data out of payments and events; amounts and ids stay.
   * Erasing a customer again changes nothing.
   *
   * @throws When a payment of the customer is PENDING: erase the customer when it has ended. {@link ConflictError}
   * @throws When this merchant has no such customer. {@link NotFoundError}
   * @see docs/protocol/customers.md#erasing-customers
   */
  delete(id: string, options?: CallOptions): ApiPromise<void>
}

export function createCustomers(transport: Transport): Customers {
  return {
    create: (request, options) => transport.call('createCustomer', { body: request }, options),
    get: (id, options) => transport.call('getCustomer', { params: { id } }, options),
    update: (id, change, options) =>
      transport.call('updateCustomer', { params: { id }, body: change }, options),
    list: (query = {}, options) =>
      toPagePromise((cursor = query.cursor) =>
        transport.call('listCustomers', { query: { ...query, cursor } }, options),
      ),
    paymentMethods: (id, options) =>
      transport.call('listCustomerPaymentMethods', { params: { id } }, options),
    delete: (id, options) => transport.call('deleteCustomer', { params: { id } }, options),
  }
}
