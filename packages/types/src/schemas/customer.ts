import * as z from 'zod'
import { LIMITS } from '../vocabulary/index.ts'
import { country, customerData, email, pageQuery, personName, personText, phone, sentence } from './common.ts'

const addressMember = personText(0, LIMITS.ADDRESS_MEMBER_MAX_CHARS)

/** A customer to create. */
export const customerRequest = z
  .strictObject({
    email,
    first_name: personName(0).optional(),
    last_name: personName(0).optional(),
    phone: phone.optional(),
    description: sentence(0, LIMITS.DESCRIPTION_MAX_CHARS).optional(),
    type: z.enum(['INDIVIDUAL', 'COMPANY']).optional().meta({ description: 'Without it: INDIVIDUAL.' }),
    address: z
      .strictObject({
        country: country.optional(),
        address: addressMember.optional(),
        city: addressMember.optional(),
        postal_code: addressMember.optional(),
        region: addressMember.optional(),
      })
      .optional(),
  })
  .meta({ id: 'CustomerRequest', clause: 'customers#customers', description: 'A customer to keep.' })

/** The changed members of a customer. */
export const customerChange = z
  .strictObject({
    email: email.optional(),
    first_name: personName(0).nullable().optional(),
    last_name: personName(0).nullable().optional(),
    phone: phone.nullable().optional(),
    description: sentence(0, LIMITS.DESCRIPTION_MAX_CHARS).nullable().optional(),
    type: z
      .enum(['INDIVIDUAL', 'COMPANY'])
      .nullable()
      .optional()
      .meta({ description: 'null stands for INDIVIDUAL.' }),
    address: z
      .strictObject({
        country: country.nullable().optional(),
        address: addressMember.nullable().optional(),
        city: addressMember.nullable().optional(),
        postal_code: addressMember.nullable().optional(),
        region: addressMember.nullable().optional(),
      })
      .nullable()
      .optional()
      .meta({ description: 'Merged member by member; null clears the whole address.' }),
  })
  .meta({
    id: 'CustomerChange',
    clause: 'customers#customers',
    description: 'The changes to a customer: omitted members stay unchanged, null clears a member.',
  })

/** A customer, as stored. */
export const customer = customerData
  .extend({
    id: z.string(),
    email: z.string(),
    description: z.string().nullable().optional(),
    type: z.string().nullable().optional().meta({ description: 'INDIVIDUAL or COMPANY.' }),
    region: z.string().nullable().optional(),
  })
  .meta({ id: 'Customer', clause: 'customers#customers', description: 'A customer that is kept.' })

/** The customer's id in a path. */
export const customerParams = z.object({ id: z.string().min(1).meta({ description: 'Id of the customer.' }) })

/** The filters of the customer list. */
export const customerQuery = z
  .strictObject({
    email: email.optional(),
    ...pageQuery,
  })
  .meta({ id: 'CustomerQuery', clause: 'customers#customers', description: 'Which customers are listed.' })

/** Newest first. */
export const customerList = z.object({ data: z.array(customer), next_cursor: z.string().nullable() }).meta({
  id: 'CustomerList',
  clause: 'customers#customers',
  description: 'A page of customers, the newest first.',
})
