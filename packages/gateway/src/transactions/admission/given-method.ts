import type { AuthorizeRequest, ClientPaymentRequest } from '@sluice/types'

/** A payment method as a merchant or a browser sends it. */
export type GivenMethod = AuthorizeRequest['payment_method'] | ClientPaymentRequest['payment_method']

/** What a method is sent with. */
export type GivenData<Type extends GivenMethod['type']> = Extract<
  GivenMethod,
  { readonly type: Type }
>['data']
