import * as z from 'zod'
import { LIMITS, PAYMENT_METHOD_NAMES } from '../vocabulary/index.ts'
import {
  amount,
  country,
  currency,
  customerInput,
  heldNumbers,
  ipAddress,
  metadata,
  patternText,
  paymentReference,
  terminalId,
  webUrl,
  sentence,
} from './common.ts'
import { membersRule, type Problem } from './rules.ts'

/** A UPI address: a name, `@`, the bank's handle. */
const virtualPaymentAddress = patternText(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/)

/** UPI exists in India and in rupees only. */
const upiRule = membersRule(({ method, currency, country }) => {
  if (method !== 'UPI') return []
  const problems: Problem[] = []
  if (typeof currency === 'string' && currency !== 'INR') {
    problems.push({ path: ['currency'], message: 'must be INR', params: [currency] })
  }
  if (typeof country === 'string' && country !== 'IN') {
    problems.push({ path: ['country'], message: 'must be IN', params: [country] })
  }
  return problems
})

/** A payment that is confirmed at a provider. */
export const paymentRequest = z
  .strictObject({
    terminal_id: terminalId,
    reference: paymentReference,
    description: sentence(1, LIMITS.PAYMENT_DESCRIPTION_MAX_CHARS),
    currency,
    amount,
    method: z.enum(PAYMENT_METHOD_NAMES),
    country,
    customer_ip: ipAddress.meta({ description: 'The end customer’s, not the merchant server’s.' }),
    return_url: webUrl.meta({ description: 'After success.' }),
    error_url: webUrl.meta({ description: 'After failure.' }),
    cancel_url: webUrl.meta({ description: 'After cancellation.' }),
    customer: customerInput.optional(),
    metadata: metadata.optional(),
    options: z
      .looseObject({ vpa: virtualPaymentAddress.optional() })
      .check(heldNumbers)
      .optional()
      .meta({ description: 'For the provider.' }),
  })
  .check(upiRule)
  .meta({
    id: 'PaymentRequest',
    clause: 'payments#payments',
    description: 'A payment by an alternative method.',
  })
