/** The card data that a customer types. */
export interface TypedCard {
  /** The card number, with or without spaces. */
  readonly number: string
  /**
   * `MM/YY`.
   *
   * @defaultValue December 2034
   */
  readonly expiry?: string
  /** @defaultValue `123`, or `1234` for American Express */
  readonly cvv?: string
}

const FAR_OFF = '12/34'
const AMERICAN_EXPRESS = /^\s*3[47]/

/** The card with what a customer would read on its other side. */
export const completeCard = ({
  number,
  expiry = FAR_OFF,
  cvv = AMERICAN_EXPRESS.test(number) ? '1234' : '123',
}: TypedCard): Required<TypedCard> => ({ number, expiry, cvv })
