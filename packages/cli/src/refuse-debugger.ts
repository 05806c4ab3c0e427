import inspector from 'node:inspector'

/**
 * Keeps debuggers out of a process that holds card numbers in memory. On SIGUSR1, Node opens its inspector to every
 * program on the machine, so the process handles that signal itself.
 *
 * @returns what is wrong when the process was started with an open inspector; null otherwise.
 */
export function refuseDebugger(): string | null {
  process.on('SIGUSR1', () => undefined)
  return inspector.url() === undefined
    ? null
    : 'Sluice could not start: the inspector is open, and exposes card numbers. Start without --inspect (also in NODE_OPTIONS).\n'
}
