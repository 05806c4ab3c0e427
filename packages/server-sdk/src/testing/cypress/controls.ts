/** Selectors of what a customer uses, for `expectInFrames`. They are the same in every language. */
export const CONTROLS = {
  /** The number of the card. */
  cardNumber: 'input[autocomplete~="cc-number"]',
  /** Month and year, `MM/YY`. */
  expiry: 'input[autocomplete~="cc-exp"]',
  /** The security code, of a new or of a saved card. */
  cvv: 'input[autocomplete~="cc-csc"]',
  /** On the hosted payment page: pays with the selected method. */
  payButton: '#pay',
  /** On the hosted payment page: returns to the shop and ends the session. */
  cancelLink: '#cancel',
  /** Shows the outcome of the payment on the hosted payment page. */
  result: '#result-title',
  /** The password field of the simulated bank, where `1234` approves. */
  bankPassword: 'input[name="password"]',
  /** Sends the password to the bank. */
  bankSubmit: 'button[value="submit"]',
  /** Leaves the challenge; the payment is declined. */
  bankCancel: 'button[value="cancel"]',
} as const
