/** Enough for people to recognise an account that they know. */
const SHOWN_CHARS = 4

/** What is kept and shown of an account number: `*` and its last four characters. */
export function maskAccount(accountNumber: string): string {
  return `*${accountNumber.slice(-SHOWN_CHARS)}`
}
