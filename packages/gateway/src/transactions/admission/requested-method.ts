import type { AuthorizeRequest, ClientPaymentRequest } from '@sluice/types'

/** A payment method as a merchant or a browser sends it. */
export type RequestedMethod = AuthorizeRequest['payment_method'] | ClientPaymentRequest['payment_method']

/** What a method is sent with. */
export type RequestedData<Type extends RequestedMethod['type']> = Extract<
  RequestedMethod,
  { readonly type: Type }
>['data']
