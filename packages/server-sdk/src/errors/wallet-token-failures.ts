/** Why a wallet's token cannot be paid with, and what to do about it. Nothing here repeats what a token holds. */
export const WALLET_TOKEN_FAILURES = {
  UNSUPPORTED_VERSION: {
    message: 'The token is not of version EC_v1.',
    fix: 'RSA_v1 is sent in regions with other rules only; ask your wallet contact for elliptic-curve tokens.',
  },
  TOKEN_MALFORMED: {
    message: 'This is not a wallet token, or not a whole one.',
    fix: 'Pass payment.token.paymentData as the browser got it: an object, or its JSON.',
  },
  KEY_UNKNOWN: {
    message: 'The token is encrypted for a key that is not among those given.',
    fix: 'Add the private key of the payment processing certificate that is active for this merchant identifier. While one is being replaced, pass both.',
  },
  SIGNATURE_INVALID: {
    message: 'The signature does not fit the token.',
    fix: 'Do not pay: the token was modified or forged. If every token fails, something on the way rewrites its values.',
  },
  CERTIFICATE_UNTRUSTED: {
    message: 'The token is signed by a certificate that does not lead to a trusted root.',
    fix: 'Do not pay. Tokens of a test environment need its root certificate in the option roots.',
  },
  SIGNED_TOO_LONG_AGO: {
    message: 'The token was signed too long ago.',
    fix: 'Decrypt it when it arrives: it may be a repetition. If it has just arrived, set this machine’s clock.',
  },
  SIGNED_IN_THE_FUTURE: {
    message: 'The token was signed in the future.',
    fix: 'Set this machine’s clock: it runs behind.',
  },
  DECRYPTION_FAILED: {
    message: 'The token does not open with its key and this merchant identifier.',
    fix: 'Pass the merchant identifier, or the certificate, that belongs to the private key.',
  },
  CONTENT_INVALID: {
    message: 'The token opens, but does not hold what a card payment needs.',
    fix: 'Let the customer pay in another way, and report it: the wallet sent what this package does not know.',
  },
  UNSUPPORTED_DATA_TYPE: {
    message: 'The token holds payment data of another kind than 3DSecure.',
    fix: 'Ask for supports3DS alone in merchantCapabilities of the payment request.',
  },
  CURRENCY_MISMATCH: {
    message: 'The customer confirmed another currency than expected.',
    fix: 'Do not pay: compare the payment request in the browser with the order.',
  },
  AMOUNT_MISMATCH: {
    message: 'The customer confirmed another amount than expected.',
    fix: 'Do not pay: compare the payment request in the browser with the order.',
  },
  ALREADY_USED: {
    message: 'The token was used before.',
    fix: 'Do not pay again: ask for the status of the first payment.',
  },
} as const satisfies Readonly<Record<string, { readonly message: string; readonly fix: string }>>

/** Every `code` a {@link WalletTokenError} can have. Codes are never renamed; new ones may be added. */
export type WalletTokenErrorCode = keyof typeof WALLET_TOKEN_FAILURES
