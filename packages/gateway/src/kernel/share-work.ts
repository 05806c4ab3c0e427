/** Does work, or waits for the same that is under way. */
export type ShareWork = (name: string, work: () => Promise<void>) => Promise<void>

/** Does work of one name once at a time: who asks for it meanwhile gets what becomes of the one under way. */
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
