/** Processor time of this process, in milliseconds: the same on a busy machine. Tests fake the clock, and not this one. */
export function readProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
