/** How many of a kind a merchant may have. What an owner makes is paid for by every merchant of the gateway. */
export const MERCHANT_CAPS = {
  /** Each payment writes a delivery for each of them in its own commit; a merchant with a dozen systems has room. */
  subscriptions: 50,
  /** All are read with the merchant, and a browser key is made for a shop or an app, not for a customer. */
  clientKeys: 50,
} as const
