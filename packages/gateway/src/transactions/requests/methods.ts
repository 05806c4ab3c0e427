import { PAYMENT_RESULT_TYPES, PROVIDER_REDIRECT_TYPES } from '@sluice/types/vocabulary'

import { type CompletedOrder, completeOnProviderPage, completePayment } from '../redirect/methods.ts'
import { authorizeLocalScheme } from '../redirect/authorize-local-scheme.ts'
import { startElsewhere } from '../redirect/start-order.ts'
import { authorizeNetworkToken } from '../card/authorize-network-token.ts'
import { authorizeSavedCard } from '../card/authorize-saved-card.ts'
import { authorizeWalletToken, type WalletPorts } from '../card/authorize-wallet-token.ts'
import type { RequestedData, RequestedMethod } from '../admission/requested-method.ts'
import { type MerchantRecords, type PaymentOrder, refuseMethod } from '../admission/payment-order.ts'
import { authorizeCard } from '../card/authorize-card.ts'
import type { CardPorts } from '../card/card-context.ts'
import type { TransactionStore } from '../execution/execution-records.ts'
import type { Authorized } from '../execution/started.ts'
import type { RedirectPorts } from '../redirect/redirect-flow.ts'

/** The dependencies of the methods. */
export interface MethodPorts extends CardPorts, RedirectPorts, MerchantRecords, WalletPorts {
  readonly store: TransactionStore
}

/** Authorizes an order with the data of one method. */
type Authorize<Type extends RequestedMethod['type']> = (
  ports: MethodPorts,
  order: PaymentOrder,
  data: RequestedData<Type>,
) => Promise<Authorized>

/** The function that authorizes each method. No terminal offers a documented method that is not listed here. */
const METHODS: { readonly [Type in RequestedMethod['type']]?: Authorize<Type> } = {
  card: authorizeCard,
  saved_card: authorizeSavedCard,
  'network-token': authorizeNetworkToken,
  'gwallet-pay': authorizeWalletToken,
  'partner-blik': authorizeLocalScheme,
  ...forEach(PROVIDER_REDIRECT_TYPES, elsewhere(completeOnProviderPage)),
  ...forEach(PAYMENT_RESULT_TYPES, elsewhere(completePayment)),
}

/** Methods that the customer confirms elsewhere differ only in their data. */
function elsewhere<Type extends RequestedMethod['type']>(
  complete: (order: PaymentOrder, data: RequestedData<Type>) => CompletedOrder,
): Authorize<Type> {
  return (ports, order, data) => startElsewhere(ports, complete(order, data))
}

/** Maps many methods to the same function. */
function forEach<Type extends RequestedMethod['type']>(
  types: readonly Type[],
  authorize: Authorize<Type>,
): { readonly [Each in Type]: Authorize<Each> } {
  const rows = types.map((type) => [type, authorize] as const)
  // A function for all types is a function for each of them.
  return Object.fromEntries(rows) as unknown as { readonly [Each in Type]: Authorize<Each> }
}

/** Authorizes an order by its payment method; a method that is not offered makes it INVALID. */
export function authorizeMethod(
  ports: MethodPorts,
  order: PaymentOrder,
  { type, data }: RequestedMethod,
): Promise<Authorized> {
  // The schema has checked that the data belongs to the type.
  const authorize = METHODS[type] as
    | ((ports: MethodPorts, order: PaymentOrder, data: unknown) => Promise<Authorized>)
    | undefined
  return authorize ? authorize(ports, order, data) : refuseMethod(ports, order)
}
