/** Servers that a bench starts end with the bench, however that ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'

const START_SERVER = join(import.meta.dirname, '../bench/gateway/start-server.ts')

const BENCH = `import { startServer } from ${JSON.stringify(START_SERVER)}
  const server = "console.log(process.pid); setInterval(() => {}, 1_000)"
  const { firstLine } = await startServer(['--eval', server], {}, { isPinned: false })
  console.log(firstLine)
  setInterval(() => {}, 1_000)`

it('a server ends with a bench that is killed', async () => {
  const bench = spawn(process.execPath, ['--input-type=module', '--eval', BENCH], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void bench.kill('SIGKILL'))
  const [line] = (await once(createInterface(bench.stdout), 'line')) as [string]
  const server = Number(line)
  expect(process.kill(server, 0)).toBe(true)
  bench.kill('SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(server, 0)).toThrow('ESRCH'))
})
