import type { StartTimer } from './limit.ts'

/** The runtime's timer. Node, Bun and Deno can be told that it is no reason to stay; elsewhere there is nothing to tell. */
export const startSystemTimer: StartTimer = (ms, fire, keepsAlive) => {
  const timer: unknown = setTimeout(fire, ms)
  if (!keepsAlive && typeof timer === 'object' && timer !== null && 'unref' in timer) {
    if (typeof timer.unref === 'function') timer.unref()
  }
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
}
