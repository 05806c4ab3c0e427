/** Who has waited for this long is told that something goes on, and not to pay again. */
const PATIENCE_MS = 8_000

/** Says something to who still waits by then. @returns how to take it back. */
export function afterPatience(say: () => void): () => void {
  const timer = setTimeout(say, PATIENCE_MS)
  return () => clearTimeout(timer)
}
