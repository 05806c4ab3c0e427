import type { ProviderConnector } from '../kit/index.ts'
import { DECLARATIONS, SECRETS } from './declare.ts'
import { EVENT_TYPES, readStripeEvents } from './events.ts'
import { API_VERSION, readRequest } from './requests.ts'
import { adoptIntent } from './state.ts'
import { step } from './step.ts'

/** The connector to Stripe's API. */
export const stripe: ProviderConnector = {
  kind: 'provider',
  type: 'stripe',
  title: 'Stripe',
  url: 'https://api.stripe.com',
  apiVersion: API_VERSION,
  secrets: SECRETS,
  declarations: DECLARATIONS,
  step,
  readEvents: readStripeEvents,
  eventTypes: EVENT_TYPES,
  adopt: adoptIntent,
  probe: (context) =>
    readRequest(context, { name: 'read balance', path: '/v1/balance', account: context.account }),
}
