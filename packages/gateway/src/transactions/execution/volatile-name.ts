/** Ids have no underscore. */
const SEPARATOR = '_'

/** What the volatile key of a waiting card is kept under: each attempt has a key of its own, which is erased with its card. */
export function volatileNameOf(of: { readonly transactionId: string; readonly attemptId: string }): string {
  return `${of.transactionId}${SEPARATOR}${of.attemptId}`
}

/** The transaction that a volatile key was kept for. */
export function transactionOfVolatileName(name: string): string {
  const [transactionId = name] = name.split(SEPARATOR)
  return transactionId
}
