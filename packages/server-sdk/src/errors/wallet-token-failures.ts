/** The reasons why a wallet's token cannot be used, and what to do. No message repeats data of the token. */
export const WALLET_TOKEN_FAILURES = {
  UNSUPPORTED_VERSION: {
    message: 'The token is not of version EC_v1.',
    fix: 'RSA_v1 is only sent in regions with other rules; ask your wallet contact for elliptic-curve tokens.',
  },
  TOKEN_MALFORMED: {
    message: 'This is not a wallet token, or it is incomplete.',
    fix: 'Pass payment.token.paymentData as the browser received it: an object, or its JSON.',
  },
  KEY_UNKNOWN: {
    message: 'The token is encrypted for none of the given keys.',
    fix: 'Add the private key of the payment processing certificate that is active for this merchant identifier. While one is being replaced, pass both.',
  },
  SIGNATURE_INVALID: {
    message: 'The signature does not match the token.',
    fix: 'Do not pay: the token was modified or forged. If every token fails, something on the way rewrites its values.',
  },
  CERTIFICATE_UNTRUSTED: {
    message: 'The token is signed by a certificate that does not lead to a trusted root.',
    fix: 'Do not pay. Tokens of a test environment need its root certificate in the option roots.',
  },
  SIGNED_TOO_LONG_AGO: {
    message: 'The token was signed too long ago.',
    fix: 'Decrypt it when it arrives: it may be a replay. If it has just arrived, synchronize this machine’s clock.',
  },
  SIGNED_IN_THE_FUTURE: {
    message: 'The token was signed in the future.',
    fix: 'Synchronize this machine’s clock: it is behind.',
  },
  DECRYPTION_FAILED: {
    message: 'The token cannot be decrypted with its key and this merchant identifier.',
    fix: 'Pass the merchant identifier, or the certificate, that belongs to the private key.',
  },
  CONTENT_INVALID: {
    message: 'The token was decrypted, but lacks data that a card payment requires.',
    fix: 'Ask the customer to pay in another way, and report this: the wallet sent data that this package does not know.',
  },
  UNSUPPORTED_DATA_TYPE: {
    message: 'The token contains payment data of another type than 3DSecure.',
    fix: 'Request only supports3DS in merchantCapabilities of the payment request.',
  },
  CURRENCY_MISMATCH: {
    message: 'The customer confirmed a different currency than expected.',
    fix: 'Do not pay: compare the payment request in the browser with the order.',
  },
  AMOUNT_MISMATCH: {
    message: 'The customer confirmed a different amount than expected.',
    fix: 'Do not pay: compare the payment request in the browser with the order.',
  },
  ALREADY_USED: {
    message: 'The token was used before.',
    fix: 'Do not pay again: query the status of the first payment.',
  },
} as const satisfies Readonly<Record<string, { readonly message: string; readonly fix: string }>>

/** Every `code` a {@link WalletTokenError} can have. Codes are never renamed; new ones may be added. */
export type WalletTokenErrorCode = keyof typeof WALLET_TOKEN_FAILURES
