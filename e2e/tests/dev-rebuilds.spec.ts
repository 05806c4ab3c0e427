import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../../packages/platform/test/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

/** One source each of packages that others are built from, and of one that nothing is built from. */
const EDITED = [
  'packages/texts/src/en/card-form.ts',
  'packages/shared/src/html.ts',
  'packages/types/src/endpoints.ts',
  'packages/embedded-fields/src/assets.ts',
  'packages/server-sdk/src/index.ts',
  'packages/cli/src/main.ts',
]

/** Each takes up to a minute: all of it is a proof of its own, `npm run verify -- dev`. */
const EDITS = Number(process.env['PROOF_EDITS'] ?? 0)

/** A build of everything on a busy machine. */
const PATIENCE_MS = 600_000

test('npm run dev: after every edit it builds once and reloads the page, and it leaves no process', async ({
  page,
}) => {
  test.skip(EDITS === 0, 'npm run verify -- dev')
  test.setTimeout(PATIENCE_MS * (EDITS + 1))
  const folder = copyCheckout()
  const port = await findFreePort()
  const shopPort = await findFreePort()
  const dev = spawn(process.execPath, [join(folder, 'tools/dev.mjs')], {
    env: { ...process.env, SLUICE_PORT: String(port), SHOP_PORT: String(shopPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const printed = collect(dev)
    const starts = () => printed().split('Ctrl-C stops everything.').length - 1
    await expect.poll(starts, { timeout: PATIENCE_MS }).toBe(1)
    await page.goto(/Shop +(\S+)/.exec(printed())?.[1] ?? '')
    for (let edit = 1; edit <= EDITS; edit += 1) {
      await page.evaluate(() => (document.documentElement.dataset['mark'] = 'before'))
      const path = EDITED[edit % EDITED.length] ?? ''
      appendFileSync(join(folder, path), `\n// edit ${edit}\n`)
      await expect.poll(starts, { timeout: PATIENCE_MS }).toBe(edit + 1)
      const mark = () => page.evaluate(() => document.documentElement.dataset['mark']).catch(() => 'away')
      await expect.poll(mark).toBeUndefined()
      const builds = [...printed().matchAll(/✓ build .*/g)].map(([line]) => line)
      expect(builds).toHaveLength(edit + 1)
      expect(builds.at(-1)).toMatch(/ [1-9]\d* built/)
      expect([...printed().matchAll(/^(.*) changed\.$/gm)].map(([, name]) => name).at(-1)).toBe(path)
    }
    expect(printed().match(/ changed\.$/gm)).toHaveLength(EDITS)
    const ended = once(dev, 'exit')
    dev.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(listProcesses(folder)).toEqual([])
  } finally {
    if (dev.exitCode === null && dev.signalCode === null) {
      dev.kill('SIGTERM')
      await once(dev, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Copies what git has and what was built. What is installed is linked: pnpm's links are relative to their package. */
function copyCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-dev-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const packages = files.split('\n').filter((name) => /^(\w+\/[\w-]+|\w+)\/package\.json$/.test(name))
  const beside = packages.flatMap((name) => ['node_modules', 'dist'].map((part) => join(dirname(name), part)))
  for (const name of [...files.split('\n').filter(Boolean), 'node_modules/.cache/sluice', ...beside])
    copy(name, folder)
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(
    (entry) => !/^\.(cache|bin)$/.test(entry),
  ))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  copy('node_modules/.bin', folder)
  return folder
}

function copy(name: string, folder: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  try {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Programs whose command or folder is in the checkout, other than what has ended. */
function listProcesses(folder: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(folder) && !line.startsWith('Z'))
}

function collect({ stdout }: ChildProcess): () => string {
  let printed = ''
  stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  return () => printed
}
