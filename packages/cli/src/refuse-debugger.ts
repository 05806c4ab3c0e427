import inspector from 'node:inspector'

/**
 * Keeps debuggers out of a process that holds card numbers in memory. Node opens its inspector on SIGUSR1, to every
 * program of the machine; a handler of our own takes its place.
 *
 * @returns what is wrong when the process was started with an open inspector; null otherwise.
 */
export function refuseDebugger(): string | null {
  process.on('SIGUSR1', () => undefined)
  return inspector.url() === undefined
    ? null
    : 'Sluice could not start: the inspector is open, and card numbers can be read through it. Start without --inspect (also in NODE_OPTIONS).\n'
}
