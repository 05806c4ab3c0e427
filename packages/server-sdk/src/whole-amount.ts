/**
 * A request whose `amount` is whole when it is written out: `1850` compiles, `18.5` does not. A variable of type `number`
 * is checked when the request is made.
 */
export type WithWholeAmount<Request, Amount extends number> = Request & {
  readonly amount: WholeAmount<Amount>
}

/** An amount that is whole when it is written out. */
export type WholeAmount<Amount extends number> = Amount & WholeNumber<Amount>

type WholeNumber<Value extends number> = number extends Value
  ? unknown
  : `${Value}` extends `${bigint}`
    ? unknown
    : never
