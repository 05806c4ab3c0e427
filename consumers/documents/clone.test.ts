/**
 * A newcomer's clone: every command that README, quick start and the page on assistants print runs as printed, and prints
 * what a transcript says. The one substitution is the registry that `@sluice/…` is asked of: it is on this machine and has
 * what `npm run pack` packed.
 *
 * `PROOF_CLONE='every command'` is the whole of it, as `npm run verify -- documents` runs it. `PROOF_CLONE=short`, as its short
 * form has it, substitutes a few stages of `npm test` for all of them; `PROOF_CLONE=README` also ends before the quick start,
 * whose packages of others come from a registry. The test prints each substitution.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../packages/platform/test/free-port.ts'
import { ID, listPrintedCommands, listTranscript, PRINTED_ID } from '../../tools/printed-commands.ts'
import { createConsumer } from '../registry/consumer.ts'
import { followQuickStart } from '../registry/follow-quick-start.ts'
import { startLocalRegistry } from '../registry/local-registry.ts'
import { callMcpServer } from './call-mcp-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['README.md', 'docs/quick-start.md', 'docs/assistants.md']

const PROOF = process.env['PROOF_CLONE']
const IS_WHOLE = PROOF === 'every command'

/** Stages that need the clone's own dependencies, and end within a minute or two. */
const SHORT_TEST = 'npm test -- typecheck structure secrets'

/** `npm test` in the clone takes most of it. */
const PATIENCE_MS = 3 * 3_600_000

const folder = mkdtempSync(join(tmpdir(), 'sluice-clone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.skipIf(!PROOF)('every command of the first pages runs as printed', { timeout: PATIENCE_MS }, async () => {
  const clone = join(folder, 'sluice')
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  const read = (page: string) => readFileSync(join(clone, page), 'utf8')
  const printed = [...new Set(PAGES.flatMap((page) => listPrintedCommands(read(page))))]
  const ran = new Set<string>()
  const take = (command: string) => {
    expect(printed).toContain(command)
    ran.add(command)
    process.stdout.write(`$ ${command}\n`)
    return command
  }

  // README, from its first line on.
  const newcomer = createConsumer({}, clone)
  onTestFinished(() => newcomer.remove())
  const everything = newcomer.start(take('npm start'))
  await everything.waitFor('  Ctrl-C stops everything.')
  const settings: string[] = []
  let id = ''
  for (const { command, output } of listTranscript(read('README.md'))) {
    if (/^(alias|export) /.test(take(command))) settings.push(command)
    const lines = ['shopt -s expand_aliases', ...settings, command.replace(PRINTED_ID, id)]
    const printedNow = typeInto(clone, lines)
    expect(printedNow.trimEnd()).toMatch(output)
    id = ID.exec(printedNow)?.[0] ?? id
  }
  await everything.stop()
  // Packing runs first, because `npm test` installs more than it needs.
  await newcomer.run(take('npm run pack -- --to ../tarballs'))
  const testing = take('npm test')
  if (!IS_WHOLE) process.stdout.write(`${testing} is substituted by ${SHORT_TEST}.\n`)
  const tested = await newcomer.run(IS_WHOLE ? testing : SHORT_TEST)
  expect(tested).toMatch(/^[1-9]\d* passed, 0 failed/m)
  if (PROOF === 'README') return

  // The quick start, in an empty folder.
  const tarballs = join(folder, 'tarballs')
  const registry = await startLocalRegistry(readdirSync(tarballs).map((name) => join(tarballs, name)))
  onTestFinished(() => registry.close())
  process.stdout.write(
    `@sluice/… is asked of ${registry.url}, which has what was packed instead of a public registry.\n`,
  )
  const shopPort = await findFreePort()
  const shop = createConsumer({
    'npm_config_@sluice:registry': registry.url,
    SLUICE_PORT: `${await findFreePort()}`,
    PORT: `${shopPort}`,
  })
  onTestFinished(() => shop.remove())
  await followQuickStart(shop, shopPort, take)

  // Assistants, connected to the gateway that the quick start has started.
  const server = 'npx --no-install sluice-gateway mcp --data /path/to/your/project/.sluice'
  const tools = await callMcpServer(take(server).replace('/path/to/your/project', shop.folder), shop.folder)
  const [toolsSection = ''] = read('docs/assistants.md').split('## Resources and prompts')
  const documented = [...toolsSection.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
  expect(tools.toSorted()).toEqual(documented.toSorted())
  expect(await callMcpServer(take('sluice-gateway mcp'), shop.folder)).toEqual(tools)

  expect([...ran].toSorted()).toEqual(printed.toSorted())
})

function typeInto(cwd: string, lines: readonly string[]): string {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  return execFileSync('bash', ['-c', lines.join('\n')], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NODE_OPTIONS: '' },
  })
}
