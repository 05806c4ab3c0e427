import type { StartTimer } from './limit.ts'

/**
 * The runtime's timer. In Node, Bun and Deno it is unref'ed, so that it does not keep the process alive; other
 * runtimes do not need that.
 */
export const startSystemTimer: StartTimer = (ms, fire, keepsAlive) => {
  const timer: unknown = setTimeout(fire, ms)
  if (!keepsAlive && typeof timer === 'object' && timer !== null && 'unref' in timer) {
    if (typeof timer.unref === 'function') timer.unref()
  }
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
}
