/**
 * For `node --import`, before a program whose standard input is a pipe from its runner: the pipe closes with the runner,
 * however that ends, and the program ends in its own way. An exit listener of the runner would not do: a runner that is
 * killed calls none, and Jest calls none of a test file's.
 *
 * @param startedFolder - what `start` of the gateway stores, removed as that process ends. Other commands inherit the
 *   options of Node that `start` was given, and remove nothing.
 */
export function endWithRunner(startedFolder?: string): string {
  const end = "process.stdin.resume().unref().once('close', () => process.kill(process.pid, 'SIGTERM'))"
  const remove = `import { rmSync } from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    if (isMainThread && process.argv[2] === 'start')
      process.once('exit', () => rmSync(${JSON.stringify(startedFolder)}, { recursive: true, force: true }))`
  const lines = startedFolder === undefined ? [end] : [remove, end]
  return `data:text/javascript,${encodeURIComponent(lines.join('\n'))}`
}
