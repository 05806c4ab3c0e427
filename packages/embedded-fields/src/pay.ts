import type {
  Component,
  Customer,
  PaymentError,
  PaymentResponse,
} from './merchant-page/embedded-fields-api.ts'

/**
 * Thrown if a payment ended without an answer. `code` is stable; the message is for the shopper, in the form's
 * language.
 */
export class PaymentFailedError extends Error {
  override readonly name = 'PaymentFailedError'
  /** The code, for `switch`. */
  readonly code: PaymentError['code']
  /** The field of the form, or the member of the request, that it concerns. */
  readonly field: string | undefined

  constructor({ code, message, field }: PaymentError) {
    super(message)
    this.code = code
    this.field = field
  }
}

/**
 * Pays with a component, as a promise. A decline is a response.
 *
 * @throws {@link PaymentFailedError} without an answer; if the component is misused, its own error.
 */
export function pay(
  component: Pick<Component, 'submitPayment'>,
  customer?: Customer,
): Promise<PaymentResponse> {
  return new Promise((resolve, reject) => {
    component.submitPayment({
      ...(customer && { customer }),
      callback: (response, error) => (response ? resolve(response) : reject(new PaymentFailedError(error))),
    })
  })
}
