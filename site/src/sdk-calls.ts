import type { EndpointName } from '@sluice/types'

/** The placeholder for the terminal of the demo merchant: `demo.env` names it. */
const TERMINAL = "process.env['SLUICE_TERMINAL_ID'] ?? ''"

/** The call of the server's client for each operation that a merchant's server makes. They are compiled with all samples. */
export const SDK_CALLS: Partial<Readonly<Record<EndpointName, string>>> = {
  createSession: `client.sessions.create({
  terminal_id: ${TERMINAL},
  reference: 'order-1001',
  description: 'Harbour mug',
  amount: 1850,
  currency: 'EUR',
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/orders/1001',
})`,
  getSession: `client.sessions.get('kGmYsxDkBo9fzNkJ4QvA7n1XWm8dQh2cVqT5yR0pLfE')`,
  updateSession: `client.sessions.update('kGmYsxDkBo9fzNkJ4QvA7n1XWm8dQh2cVqT5yR0pLfE', { amount: 1900 })`,
  cancelSession: `client.sessions.cancel('kGmYsxDkBo9fzNkJ4QvA7n1XWm8dQh2cVqT5yR0pLfE')`,
  createHostedPaymentPage: `client.hostedPaymentPages.create({
  terminal_id: ${TERMINAL},
  reference: 'order-1001',
  amount: 1850,
  currency: 'EUR',
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/orders/1001',
})`,
  authorize: `client.transactions.authorize({
  terminal_id: ${TERMINAL},
  reference: 'order-1001',
  amount: 1850,
  currency: 'EUR',
  transaction_type: 'PURCHASE',
  payment_method: { type: 'card', data: await client.encryptCard(card) },
  browser_info,
})`,
  requestAuthentication: `client.threeDs.requestAuthentication(
  '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  { payment_data, fingerprint_result: fingerprintResult('Y') },
)`,
  completeAuthentication: `client.threeDs.completeAuthentication({
  payment_data,
  session_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e', // threeDSServerTransID
  trans_status: 'Y', // of the CRes: a hint, the gateway asks the issuer
})`,
  getStatus: `client.transactions.status('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  listTransactions: `client.transactions.list({ status: 'DECLINED' })`,
  getTimeline: `client.transactions.timeline('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  listTransactionRecords: `client.transactions.records('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  listFailedRequests: `client.failedRequests.list({ status: 422 })`,
  streamEvents: `client.events.listen()`,
  createPayment: `client.transactions.createPayment({
  terminal_id: ${TERMINAL},
  reference: 'order-1002',
  description: 'Two apples',
  amount: 1050,
  currency: 'EUR',
  method: 'OPEN_BANKING',
  country: 'DE',
  customer_ip: '203.0.113.7',
  return_url: 'https://shop.example/thanks',
  error_url: 'https://shop.example/failed',
  cancel_url: 'https://shop.example/cart',
})`,
  createPayout: `client.transactions.createPayout({
  terminal_id: ${TERMINAL},
  reference: 'payout-1001',
  description: 'Share of March',
  amount: 12500,
  currency: 'EUR',
  beneficiary: {
    type: 'bank_account',
    data: { account_name: 'Ada Lovelace', account_number: 'DE89370400440532013000' },
  },
})`,
  manage: `client.transactions.manage({
  terminal_id: ${TERMINAL},
  reference: 'order-1001',
  transaction_type: 'REFUND', // or client.transactions.refund(transaction, { amount: 250 })
  amount: 250,
  currency: 'EUR',
})`,
  createPaymentLink: `client.paymentLinks.create({
  terminal_id: ${TERMINAL},
  amount: 4990,
  currency: 'EUR',
  transaction_type: 'PURCHASE',
  description: 'Invoice 1001',
})`,
  listPaymentLinks: `client.paymentLinks.list({ status: 'ACTIVE' })`,
  getPaymentLink: `client.paymentLinks.get('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  deactivatePaymentLink: `client.paymentLinks.deactivate('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  createCustomer: `client.customers.create({ email: 'ada@example.com', first_name: 'Ada' })`,
  listCustomers: `client.customers.list({ email: 'ada@example.com' })`,
  getCustomer: `client.customers.get('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  updateCustomer: `client.customers.update('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77', { phone: null })`,
  deleteCustomer: `client.customers.delete('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  listCustomerPaymentMethods: `client.customers.paymentMethods('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  getPaymentMethod: `client.paymentMethods.get('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  deletePaymentMethod: `client.paymentMethods.delete('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  listWebhookSubscriptions: `client.webhooks.listSubscriptions()`,
  addWebhookSubscription: `client.webhooks.createSubscription({ url: 'https://shop.example/webhooks' })`,
  updateWebhookSubscription: `client.webhooks.updateSubscription('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77', { filters: ['*'] })`,
  removeWebhookSubscription: `client.webhooks.deleteSubscription('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  disableWebhookSubscription: `client.webhooks.disable('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  rotateWebhookSecret: `client.webhooks.rotateSecret('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  enableWebhookSubscription: `client.webhooks.enable('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  listWebhookDeliveries: `client.webhooks.listDeliveries({ status: 'FAILED' })`,
  getWebhookDelivery: `client.webhooks.getDelivery('019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77')`,
  replayWebhookDeliveries: `client.webhooks.replay({ failed: true })`,
  explainWebhookSignature: `client.webhooks.explainSignature({
  subscriptionId: '019acb2e-7d1c-7a52-9c4e-6a1f0d3b5e77',
  headers: request.headers,
  rawBody: await request.text(),
  secret: process.env['SLUICE_WEBHOOK_SECRET'] ?? '',
})`,
  getEncryptionKeys: `client.encryptionKeys.get()`,
}

/** The beginnings of a page's samples, by the page's tag: the imports and values that their calls use. */
export const SAMPLE_BEGINNINGS: Readonly<Record<string, string>> = {
  Transactions: `import { type BrowserInfo, type Card, createClient } from '@sluice/server-sdk'

const client = createClient.fromEnv()
// From your checkout: the card as it was typed, and what browserInfoFromRequest made of the request.
declare const card: Card
declare const browser_info: BrowserInfo`,
  '3-D Secure': `import { createClient, fingerprintResult } from '@sluice/server-sdk'

const client = createClient.fromEnv()
// From the action of the answer before.
declare const payment_data: string`,
  Webhooks: `import { createClient } from '@sluice/server-sdk'

const client = createClient.fromEnv()
// The message that your receiver refused.
declare const request: Request`,
}

/** The beginning of all other pages' samples. */
export const USUAL_BEGINNING = `import { createClient } from '@sluice/server-sdk'

const client = createClient.fromEnv()`
