import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'

const TOOLS = import.meta.dirname

/** A command that exits normally on a signal, as some test runners do, and then a second command. */
const PROGRAM = `
import { writeFileSync } from 'node:fs'
import { endedBySignal, run } from ${JSON.stringify(join(TOOLS, 'stage.mjs'))}
const [, ready] = process.argv
const first = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);"
const outcome = async (code) => run(process.execPath, ['-e', code, ready]).then(() => 'passed', () => 'failed')
console.log(await outcome(first + "require('node:fs').writeFileSync(process.argv[1], '')"))
console.log(await outcome(''))
console.log(endedBySignal())
`

it('a stage that a signal cuts off has failed, and nothing starts after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice stage '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ready = join(folder, 'ready')
  const program = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, ready])
  let printed = ''
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(program, 'close')
  await vi.waitFor(() => expect(existsSync(ready), printed).toBe(true))
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(printed.trim().split('\n')).toEqual(['failed', 'failed', 'SIGTERM'])
})

it('the scripts before the install need no newer Node', () => {
  const programs = readdirSync(TOOLS).filter((name) => name.endsWith('.mjs'))
  expect(programs).toContain('verify.mjs')
  const newer = programs.filter((name) =>
    /import\.meta\.(?:dirname|filename|main)\b/.test(readFileSync(join(TOOLS, name), 'utf8')),
  )
  expect(newer).toEqual([])
})
