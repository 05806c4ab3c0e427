/**
 * Responses of a deployment of the specification, written from the specification's tables alone: every member that a
 * table lists, and none of this gateway's additions.
 *
 * @module
 */

/** Members by name. */
export type Members = Readonly<Record<string, unknown>>

/** The table "Customer". */
export const customer: Members = {
  id: 'c-1',
  first_name: 'Ana',
  last_name: 'Kovač',
  email: 'ana@shop.example',
  phone: '+38761123456',
  address: 'Titova 1',
  city: 'Sarajevo',
  country: 'BA',
  postal_code: '71000',
}

/** The table "ProcessingResult". */
export const processingResult: Members = {
  payment_provider_id: 'acquirer-7',
  payment_provider_account_id: 'account-3',
  approval_code: 'A1B2C3',
  reference_number: '612345678901',
}

/** The table "PaymentMethodData". */
export const paymentMethod: Members = {
  method: '411111******1111',
  type: 'card',
  brand: 'VISA',
  masked: '411111******1111',
  hash: 'h-1',
  token: null,
}

/** The table "RetryOptions"; its `data` is an object of the deployment's own kind. */
export const retryOptions: Members = {
  payment_provider_id: 'acquirer-7',
  payment_provider_account_id: 'account-3',
  retry_count: 1,
  status: 'RETRIED',
  data: { route: 'second-choice' },
}

/** The table "Transaction". */
export const transaction: Members = {
  id: 'tx-1',
  merchant_id: 'm-1',
  order_id: 'o-1',
  terminal_id: 'T00000000001',
  reference: 'order-1',
  description: 'Harbour mug',
  currency: 'EUR',
  amount: 1850,
  normalized_amount: 1850,
  customer,
  customer_ip: '203.0.113.7',
  processing_result: processingResult,
  approved: true,
  pending: false,
  channel: 'ecommerce',
  transaction_type: 'PURCHASE',
  status: 'APPROVED',
  payment_method: paymentMethod,
  redirect_url: null,
  errors: [],
  processing_code: '0000',
  response_message: 'Approved',
  data: { retry_options: retryOptions },
}

/** Without these members, the outcome of an order is unknown. */
export const DECIDING = ['id', 'terminal_id', 'reference', 'amount', 'currency', 'transaction_type', 'status']

/** The execution envelope with one member set. */
export function envelope(set: Members): Members {
  return { result: null, action: null, redirect: null, form_submit: null, ...set }
}

/** The table "ActionRequired", with the action token of the section on 3-D Secure. */
export function action(type: string, token: Members): Members {
  const text = Buffer.from(JSON.stringify(token)).toString('base64')
  return { transaction_id: 'tx-1', session_id: 's-1', type, token: text, payment_data: 'opaque' }
}

/** The members of an action token. */
export const actionToken: Members = {
  three_ds_method_url: 'https://bank.example/method',
  three_ds_server_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  three_ds_method_notification_url: 'https://gateway.example/three-ds/method',
  acs_url: 'https://bank.example/challenge',
  acs_trans_id: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
  message_version: '2.2.0',
  challenge_window_size: '05',
}
