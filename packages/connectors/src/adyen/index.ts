import { Secret } from '@sluice/shared/secret'

import { keyFor, type ProviderConnector } from '../kit/index.ts'
import { DECLARATIONS, SECRETS } from './declare.ts'
import { EVENT_CODES } from './event-codes.ts'
import { readEvents } from './events.ts'
import { apiKeyOf, CHECKOUT_VERSION, checkoutRequest, KEY_MAX } from './requests.ts'
import { step } from './step.ts'

/** Adyen's Checkout API: cards and payments that are confirmed elsewhere. */
export const adyen: ProviderConnector = {
  type: 'adyen',
  title: 'Adyen',
  kind: 'provider',
  // Every company has its own live address.
  url: null,
  apiVersion: CHECKOUT_VERSION,
  secrets: SECRETS,
  declarations: DECLARATIONS,
  step,
  readEvents,
  eventTypes: EVENT_CODES,
  // Later calls need only Adyen's reference, which the gateway stores together with the state.
  adopt: (reference) => (/^[A-Z0-9]{16}$/i.test(reference) ? new Secret('{}') : null),
  /** Lists the payment methods of the account. */
  probe: (context) =>
    checkoutRequest(
      'list payment methods',
      '/paymentMethods',
      { apiKey: apiKeyOf(context), key: keyFor(context.random.uuid(), 'prob', KEY_MAX), movesMoney: false },
      { merchantAccount: context.account ?? '' },
    ),
}
