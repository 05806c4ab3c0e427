/** Ids have no underscore. */
const SEPARATOR = '_'

/** Returns the name of a waiting card's ephemeral key. Each attempt has its own key, which is erased with its card. */
export function ephemeralNameOf(of: { readonly transactionId: string; readonly attemptId: string }): string {
  return `${of.transactionId}${SEPARATOR}${of.attemptId}`
}

/** Returns the transaction of an ephemeral key. */
export function transactionOfEphemeralName(name: string): string {
  const [transactionId = name] = name.split(SEPARATOR)
  return transactionId
}
