/** Ids have no underscore. */
const SEPARATOR = '_'

/** What the ephemeral key of a waiting card is kept under: each attempt has a key of its own, which is erased with its card. */
export function ephemeralNameOf(of: { readonly transactionId: string; readonly attemptId: string }): string {
  return `${of.transactionId}${SEPARATOR}${of.attemptId}`
}

/** The transaction that an ephemeral key was kept for. */
export function transactionOfEphemeralName(name: string): string {
  const [transactionId = name] = name.split(SEPARATOR)
  return transactionId
}
