/** Starts work, or joins the same work in progress. */
export type ShareWork = (name: string, work: () => Promise<void>) => Promise<void>

/** Runs work once per name at a time; callers that arrive in the meantime share its result. */
export function createShareWork(): ShareWork {
  const underWay = new Map<string, Promise<void>>()
  return (name, work) => {
    const running = underWay.get(name)
    if (running) return running
    const started = work().finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }
}
