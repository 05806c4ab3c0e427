import type { Kysely, Selectable } from 'kysely'

import type { PagePosition } from '@sluice/platform/kernel/page-cursor'

import type { CustomerTable, CustomerTables } from './customers.tables.ts'
import type { Customer, CustomerChange } from './customer.ts'

/** The filters of a list of customers. */
export interface CustomerSearch {
  readonly merchantId: string
  /** Matched exactly; null matches every customer. */
  readonly email: string | null
  /** Selects only customers after this one, in the order of the list. */
  readonly after: PagePosition | null
  readonly limit: number
}

/** Stores customers. Rows are never deleted, because transactions refer to them; erasure leaves only the id. */
export type CustomerStore = ReturnType<typeof createCustomerStore>

export function createCustomerStore(db: Kysely<CustomerTables>) {
  async function find(merchantId: string, customerId: string): Promise<Customer | null> {
    const row = await db
      .selectFrom('customers')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', '=', customerId)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    return row ? toCustomer(row) : null
  }

  return {
    async create(customer: Customer): Promise<void> {
      await db
        .insertInto('customers')
        .values({
          merchant_id: customer.merchantId,
          id: customer.id,
          ...toColumns(customer),
          email: customer.email,
          type: customer.type,
          saved_cards: 0,
          created_at: customer.createdAtMs,
        })
        .execute()
    },

    /** Changes only the given members. Returns null for an unknown customer, and for one who was erased. */
    async change(merchantId: string, customerId: string, change: CustomerChange): Promise<Customer | null> {
      if (Object.keys(change).length === 0) return find(merchantId, customerId)
      const row = await db
        .updateTable('customers')
        .set(toColumns(change))
        .where('merchant_id', '=', merchantId)
        .where('id', '=', customerId)
        .where('erased_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return row ? toCustomer(row) : null
    },

    find,

    /** Returns customers, newest first. */
    async list({ merchantId, email, after, limit }: CustomerSearch): Promise<readonly Customer[]> {
      let wanted = db
        .selectFrom('customers')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('erased_at', 'is', null)
      if (email !== null) wanted = wanted.where('email', '=', email)
      if (after !== null) {
        wanted = wanted.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '<', tuple(after.createdAtMs, after.id)),
        )
      }
      const rows = await wanted.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(toCustomer)
    },
  }
}

/** Returns the columns of the given members; omitted ones are undefined, and not part of the statement. */
function toColumns(members: CustomerChange) {
  return {
    email: members.email,
    first_name: members.firstName,
    last_name: members.lastName,
    phone: members.phone,
    description: members.description,
    type: members.type,
    address: members.address,
    city: members.city,
    country: members.country,
    postal_code: members.postalCode,
    region: members.region,
  }
}

function toCustomer(row: Selectable<CustomerTable>): Customer {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    description: row.description,
    type: row.type as Customer['type'],
    address: row.address,
    city: row.city,
    country: row.country,
    postalCode: row.postal_code,
    region: row.region,
    createdAtMs: row.created_at,
  }
}
