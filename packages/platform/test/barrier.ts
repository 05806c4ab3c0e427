/** A place where the first `size` callers wait for each other; later ones pass. */
export function createBarrier(size: number): () => Promise<void> {
  let arrived = 0
  let open: () => void
  const everybody = new Promise<void>((resolve) => {
    open = resolve
  })
  return async () => {
    arrived += 1
    if (arrived >= size) open()
    await everybody
  }
}
