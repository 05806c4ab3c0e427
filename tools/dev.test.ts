import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { findFreePort } from '../packages/platform/test/free-port.ts'

const ROOT = join(import.meta.dirname, '..')

/** The programs under test; nothing has to be installed here. */
const TOOLS = [
  'dev',
  'start',
  'start-provider',
  'build',
  'build-inputs',
  'stage',
  'docs',
  'reload-pages',
].map((name) => `tools/${name}.mjs`)

/** Records running processes, so that the test can check whether they still run. */
const NOTE = `import { appendFileSync } from 'node:fs'
appendFileSync(process.env.NOTES, \`\${process.argv[2] ?? process.argv[1]} \${process.pid}\\n\`)
`

/** A server in place of the gateway and of the shops: it says what it was built from, and makes links as the gateway does. */
const program = (ready: string, port: string, text: string) => `${NOTE}
import { createServer } from 'node:http'
const server = createServer((_, response) => response.end(JSON.stringify({ url: 'http://portal.example', text: ${text} })))
server.listen(${port}, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port
  console.log(JSON.stringify({ ${ready}: url, portal_url: url }))
})
process.on('SIGTERM', () => process.exit(0))
`

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'tools/install.mjs': `export const installDependencies = async () => 'nothing to do'`,
  'tools/note.mjs': NOTE,
  'tools/generate.ts': '',
  // A build that takes as long as the test needs, below the shell that runs it.
  'tools/wait.mjs': `${NOTE}
import { existsSync } from 'node:fs'
setInterval(() => existsSync(process.env.HOLD) || process.exit(0), 10)`,
  'packages/types/package.json': JSON.stringify({ name: '@sluice/types' }),
  'packages/types/src/contract.ts': '',
  'packages/texts/package.json': JSON.stringify({ name: '@sluice/texts' }),
  'packages/texts/src/greeting.ts': `export const greeting = 'one'\n`,
  'packages/cli/package.json': JSON.stringify({
    name: '@sluice/gateway',
    type: 'module',
    scripts: { build: 'node ../../tools/wait.mjs build && tsup' },
    devDependencies: { '@sluice/texts': '*' },
  }),
  'packages/cli/tsup.config.ts': `import { defineConfig } from 'tsup'
export default defineConfig({ entry: ['src/main.ts'], format: 'esm', clean: true })`,
  'packages/cli/src/main.ts': `import { greeting } from '../../texts/src/greeting'
${program('base_url', `Number(process.argv[4])`, 'greeting')}`,
  'examples/embedded-checkout/src/server.ts': program('shop_url', 'process.env.PORT', `''`),
  'examples/hosted-page-redirect/src/server.ts': program('shop_url', 'process.env.PORT', `''`),
  'docs/errors.md': '# Documentation\n',
  'site/package.json': JSON.stringify({ scripts: { build: 'mkdir -p dist' } }),
  'site/src/build.ts': '',
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-dev-')))
const notes = join(folder, 'notes')
const hold = join(folder, 'hold')
let dev: ChildProcess
let printed = ''
let port = 0

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) write(name, text)
  for (const name of TOOLS) cpSync(join(ROOT, name), join(folder, name))
  for (const [name, target] of [
    ['node_modules/.bin/node', process.execPath],
    ['node_modules/.bin/tsup', join(ROOT, 'packages/types/node_modules/.bin/tsup')],
    ['packages/cli/node_modules/tsup', join(ROOT, 'packages/types/node_modules/tsup')],
  ] as const) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(realpathSync(target), join(folder, name))
  }
  port = await findFreePort()
  dev = spawn(process.execPath, [join(folder, 'tools/dev.mjs')], {
    env: { ...process.env, NOTES: notes, HOLD: hold, SLUICE_PORT: String(port), SHOP_PORT: String(port + 1) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text))
})
afterAll(async () => {
  rmSync(hold, { force: true })
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('npm run dev', () => {
  it('builds and starts', async () => {
    await started(1)
    expect(await text()).toBe('one')
    expect(listPids('build')).toHaveLength(1)
  })

  it('builds a change once, and files that the build writes start nothing', async () => {
    // Generated from other files, which are watched.
    write('packages/types/src/contract.ts', '// generated')
    write('packages/texts/src/catalogue/greeting.ts', '// generated')
    write('packages/texts/src/greeting.ts', `export const greeting = 'two'\n`)
    await started(2)
    expect(await text()).toBe('two')
    // A killed build leaves this state.
    write('packages/cli/tsup.config.bundled_abc123.mjs', '')
    write('packages/cli/src/main.test.ts', '')
    write(
      'examples/embedded-checkout/src/server.ts',
      `${FILES['examples/embedded-checkout/src/server.ts']}\n`,
    )
    await started(3)
    expect(listPids('build')).toHaveLength(2)
    expect(listChanges()).toEqual([
      'packages/texts/src/greeting.ts',
      'examples/embedded-checkout/src/server.ts',
    ])
  })

  it('builds again after changes during a build', async () => {
    write('hold', '')
    write('packages/texts/src/greeting.ts', `export const greeting = 'three'\n`)
    await vi.waitUntil(() => listPids('build').length === 3)
    for (const word of ['four', 'five', 'six'])
      write('packages/texts/src/greeting.ts', `export const greeting = '${word}'\n`)
    rmSync(hold)
    await vi.waitUntil(async () => (await text()) === 'six')
    await started(5)
    write('docs/errors.md', '# Changed\n')
    await started(6)
    expect(listPids('build')).toHaveLength(4)
    expect(listChanges().slice(2)).toEqual([
      'packages/texts/src/greeting.ts',
      'packages/texts/src/greeting.ts',
      'docs/errors.md',
    ])
  })

  it('waits for the next change after a build that failed', async () => {
    write('packages/texts/src/greeting.ts', `export const greeting =\n`)
    await vi.waitUntil(() => printed.includes('The program exited.'))
    write('packages/texts/src/greeting.ts', `export const greeting = 'seven'\n`)
    await started(7)
    expect(await text()).toBe('seven')
  })

  it('leaves no process when it is ended during a build', async () => {
    const builds = listPids('build').length
    write('hold', '')
    write('packages/texts/src/greeting.ts', `export const greeting = 'eight'\n`)
    await vi.waitUntil(() => listPids('build').length > builds)
    const ended = once(dev, 'exit')
    dev.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(listPids('').filter(isRunning)).toEqual([])
  })
})

/** Waits until it has come up that many times. */
const started = (times: number) =>
  vi.waitUntil(() => printed.split('Ctrl-C stops everything.').length - 1 >= times)

const listChanges = () => [...printed.matchAll(/^(.*) changed\.$/gm)].map(([, path]) => path)

function listPids(who: string): readonly number[] {
  const lines = readFileSync(notes, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)
  return lines.filter((line) => line.startsWith(who)).map((line) => Number(line.split(' ').at(-1)))
}

async function text(): Promise<string | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)
  return response && ((await response.json()) as { text: string }).text
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Dead orphans remain until init reaps them.
    return !/\) Z /.test(existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
  } catch {
    return false
  }
}

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
