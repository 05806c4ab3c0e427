/**
 * The limits on a merchant's objects of each kind. What an owner makes is paid for by every merchant of the gateway.
 */
export const MERCHANT_CAPS = {
  /** Each payment writes a delivery for each of them in its own commit; a merchant with a dozen systems has room. */
  subscriptions: 50,
  /** All are read with the merchant, and a browser key is made for a shop or an app, not for a customer. */
  clientKeys: 50,
  /** Programs that may call; revoked ones do not count. A client is made for a system, not for each of its processes. */
  clients: 50,
  /**
   * The limit of people of one merchant, all of whom are locked and read when roles change; the support team of a large
   * shop fits.
   */
  users: 200,
} as const
