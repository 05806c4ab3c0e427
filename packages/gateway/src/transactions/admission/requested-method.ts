import type { AuthorizeRequest, ClientPaymentRequest } from '@sluice/types'

/** A payment method as a merchant or a browser sends it. */
export type RequestedMethod = AuthorizeRequest['payment_method'] | ClientPaymentRequest['payment_method']

/** The data that comes with a method. */
export type RequestedData<Type extends RequestedMethod['type']> = Extract<
  RequestedMethod,
  { readonly type: Type }
>['data']
