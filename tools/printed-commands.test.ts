import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listPrintedCommands, listTranscript } from './printed-commands.ts'
import { PIECES } from './verify-pieces.mjs'

const read = (page: string) => readFileSync(page, 'utf8')

it('the commands of the first hour are listed, line by line', () => {
  expect(listPrintedCommands(read('README.md'))).toEqual([
    'npm start',
    'npm test',
    'alias sluice-gateway="npx --no-install sluice-gateway"',
    'export SLUICE_DATA_DIR=.sluice',
    'sluice-gateway trigger CHALLENGE',
    'sluice-gateway payments refund 019c… --amount 500',
    'sluice-gateway trigger NO_3DS --response-code 1004',
    'sluice-gateway payments show 019c…',
    'npm run pack -- --to ../tarballs',
  ])
  expect(listPrintedCommands(read('docs/quick-start.md'))).toEqual([
    'npm install @sluice/gateway @sluice/server-sdk',
    'npx --no-install sluice-gateway start',
    'node --env-file=.sluice/demo.env shop.mjs',
    'npm run pack -- --to ../tarballs',
  ])
  expect(listPrintedCommands(read('docs/assistants.md'))).toEqual([
    'npx --no-install sluice-gateway mcp --data /path/to/your/project/.sluice',
    'sluice-gateway mcp',
    'npx --no-install sluice-gateway start',
  ])
})

it('a transcript has the output of each command, with ids and texts that differ each time', () => {
  const page = '```console\n$ one --flag\n019c…  A (1)\n…  B\n$ two\n```\n'
  const [one, two] = listTranscript(page)
  expect([one?.command, two?.command]).toEqual(['one --flag', 'two'])
  const id = '01a222f6-0fb6-72a2-ab29-cbb23184bcc4'
  expect(`${id}  A (1)\nx  B`).toMatch(one?.output ?? '')
  for (const other of [`${id}  A 1\nx  B`, `${id}  A (1)`, `${id}  A (1)\nx  B\nmore`, '019c  A (1)\nx  B'])
    expect(other).not.toMatch(one?.output ?? '')
  expect('').toMatch(two?.output ?? /no such command/)
  expect(listTranscript(read('README.md'))).toHaveLength(6)
})

/** The words that follow a command wherever a document, a message or a comment has it. */
function wordsAfter(command: string, word: RegExp): readonly (readonly [place: string, word: string])[] {
  const places = execFileSync('git', ['grep', '--untracked', '-I', '-n', '-e', command], { encoding: 'utf8' })
  return places
    .trim()
    .split('\n')
    .flatMap((place) =>
      place
        .split(command)
        .slice(1)
        .map((rest) => [place, word.exec(rest)?.[0] ?? ''] as const),
    )
    .filter(([, found]) => found !== '')
}

it('every script and every piece that a text names exists', () => {
  const manifests = execFileSync('git', ['ls-files', '*package.json'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const scripts = manifests.flatMap((manifest) =>
    Object.keys((JSON.parse(read(manifest)) as { readonly scripts?: object }).scripts ?? {}),
  )
  const named = wordsAfter('npm run ', /^[a-z][\w-]*(?::[\w-]+)*/)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(([, name]) => !scripts.includes(name))).toEqual([])
  const pieces = wordsAfter('npm run verify -- ', /^[a-z][\w-]*(?::[\w-]+)*/)
  expect(pieces.length).toBeGreaterThan(50)
  expect(pieces.filter(([, name]) => !Object.hasOwn(PIECES, name))).toEqual([])
})
