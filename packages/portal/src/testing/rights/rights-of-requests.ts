/** The right that each request of a page takes; the first that fits. */
const RIGHTS: readonly (readonly [request: RegExp, action: string])[] = [
  [/^GET \/api\/transactions$/, 'listTransactions'],
  [/^GET \/api\/transactions\/.*status$/, 'getStatus'],
  [/^GET \/api\/transactions\/.*timeline$/, 'getTimeline'],
  [/^GET \/api\/transactions\/.*records$/, 'listTransactionRecords'],
  [/^GET \/(transaction-counts|first-steps)/, 'countTransactions'],
  [/^GET \/api\/sessions/, 'getSession'],
  [/^GET \/api\/payment-links/, 'listPaymentLinks'],
  [/^GET \/failed-requests/, 'listFailedRequests'],
  [/payment-methods$/, 'listCustomerPaymentMethods'],
  [/^GET \/api\/customers\//, 'getCustomer'],
  [/^GET \/api\/customers/, 'listCustomers'],
  [/^GET \/clients/, 'listClients'],
  [/encryption-keys$/, 'getEncryptionKeys'],
  [/^GET \/settings$/, 'getSettings'],
  [/^POST \/settings\/preview/, 'previewLook'],
  [/^GET \/sessions/, 'listSessions'],
  [/^GET \/devices/, 'findDevice'],
  [/^GET \/users$/, 'listUsers'],
  [/^GET \/users\/trail/, 'searchUserTrail'],
  [/^GET \/api\/webhooks\/subscriptions/, 'listWebhookSubscriptions'],
  [/^GET \/api\/webhooks\/deliveries$/, 'listWebhookDeliveries'],
  [/^GET \/api\/webhooks\/deliveries\//, 'getWebhookDelivery'],
  [/^GET \/simulators\/clock/, 'readClock'],
  [/^GET \/simulators\/sandboxes$/, 'listSandboxes'],
  [/^GET \/simulators\/sandboxes\/.*\/snapshots$/, 'listSandboxSnapshots'],
  [/^GET \/simulators\/sandboxes\/.*\/faults$/, 'listSandboxFaults'],
  [/^GET \/simulators\/sandboxes\/[^/]+$/, 'getSandbox'],
  [/^GET \/operator\/merchants$/, 'listMerchants'],
  [/^GET \/operator\/merchants\/.*\/go-live$/, 'checkGoLive'],
  [/^GET \/operator\/merchants\//, 'getMerchant'],
  [/^GET \/operator\/decisions/, 'listUndecided'],
  [/^GET \/operator\/provider-accounts/, 'overseeAccounts'],
  [/^GET \/operator\/provider-events/, 'overseeEvents'],
  [/^GET \/operator\/service/, 'examineService'],
  [/^GET \/operator\/audit/, 'searchAuditTrail'],
]

/** All rights that pages take for what they show. */
export const RIGHTS_TO_READ: readonly string[] = RIGHTS.map(([, action]) => action)

/** @param request - such as `GET /settings`. */
export function rightOf(request: string): string | undefined {
  return RIGHTS.find(([pattern]) => pattern.test(request))?.[1]
}
