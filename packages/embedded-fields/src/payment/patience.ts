/** After this time, the page shows that the payment is still processing and must not be repeated. */
const PATIENCE_MS = 8_000

/** Informs a shopper who still waits by then. @returns a function that withdraws the message. */
export function afterPatience(say: () => void): () => void {
  const timer = setTimeout(say, PATIENCE_MS)
  return () => clearTimeout(timer)
}
