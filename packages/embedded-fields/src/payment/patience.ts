/** After this time, the page shows that the payment is still processing and must not be repeated. */
const PATIENCE_MS = 8_000

/** Says something to who still waits by then. @returns how to take it back. */
export function afterPatience(say: () => void): () => void {
  const timer = setTimeout(say, PATIENCE_MS)
  return () => clearTimeout(timer)
}
