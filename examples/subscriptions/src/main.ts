/**
 * One command: starts a gateway and lives through four months of a subscription. One charge is declined, and paid three
 * days later.
 */
import { startGateway } from '@sluice/server-sdk/testing'
import { createBilling, signUp } from './billing.ts'
import { createSandboxClock } from './sandbox-clock.ts'

const started = await startGateway()
const gateway = started.client()
const clock = createSandboxClock(started)
const { terminal_id: terminalId } = started.credentials
const amountMinor = 1_200
/** The simulated bank declines the third month once: the account is empty. */
const DECLINED = { response_code: '1004' }

const billing = createBilling({
  gateway: {
    transactions: {
      ...gateway.transactions,
      authorize: (request, options) =>
        gateway.transactions.authorize(
          /-3-1$/.test(request.reference) ? { ...request, metadata: DECLINED } : request,
          options,
        ),
    },
  },
  terminalId,
  now: clock.now,
  onCharge: ({ state, dueAt }, { description, status, processing_code: code }) =>
    console.log(
      `${description}: ${status} ${code}; ${state}, next charge ${dueAt?.toISOString() ?? 'never'}`,
    ),
  // A real service alerts its staff and continues; this one has one subscription.
  onFailure: (_, cause) => {
    throw new Error('The charge broke', { cause })
  },
})

const id = `sub-${crypto.randomUUID().slice(0, 8)}`
const card = { number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '2034' }
const paymentMethodId = await signUp(
  { gateway, terminalId, reference: `${id}-1-1`, amountMinor },
  { email: 'ada@example.com', card },
)
let subscription = await billing.add(id, { paymentMethodId, amountMinor })
console.log(`Signed up; next charge ${subscription.dueAt?.toISOString()}`)

while (subscription.period < 5 && subscription.dueAt) {
  await clock.moveTo(subscription.dueAt)
  await billing.run()
  subscription = billing.find(id) ?? subscription
}
await started.stop()
