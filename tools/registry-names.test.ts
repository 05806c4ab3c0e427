import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listPublished, readManifest } from './pack.ts'

/** Texts that people copy, and output of programs. Decisions describe the past. */
const FILES = execFileSync(
  'git',
  ['ls-files', '*.md', '*.ts', '*.tsx', '*.vue', '*.mjs', '*.json', '*.yaml'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((name) => name !== '' && !/^docs\/decisions\/|CHANGELOG\.md$|^pnpm-lock/.test(name))

/**
 * `npx name` of a package that is not installed downloads whatever a registry has under that name, and nobody owns the names of our
 * programs there.
 */
const ASKS_A_REGISTRY =
  /(?:npx|bunx|pnpm dlx|yarn dlx|npm exec)(?: -y| --yes| --)* (?:sluice|create-sluice)|"command": "npx",\s*"args": \["sluice/

it('no document and no program asks a registry for an unscoped name of ours', () => {
  const found = FILES.filter((name) => ASKS_A_REGISTRY.test(readFileSync(name, 'utf8')))
  expect(found).toEqual([])
})

it.each(listPublished())('the README of packages/%s says that no registry has it, and what to do', (name) => {
  expect(readFileSync(`packages/${name}/README.md`, 'utf8')).toMatch(
    /^> \*\*Not published yet\.\*\* .*npm run pack/m,
  )
})

it.each(['README.md', 'docs/quick-start.md', 'docs/guides/install.md'])(
  '%s says that no registry has the packages, and what to do',
  (name) => expect(readFileSync(name, 'utf8')).toMatch(/^> \*\*Not published yet\.\*\* .*npm run pack/m),
)

it('the first README names the Node that each kind of package needs', () => {
  const needs = (name: string) =>
    (readManifest(`packages/${name}`)['engines'] as { readonly node?: string } | undefined)?.node ?? null
  expect(Object.fromEntries(listPublished().map((name) => [name, needs(name)]))).toEqual({
    'card-encryption': '>=22',
    cli: '>=22.18',
    'embedded-fields': null,
    'provider-protocol': '>=22',
    react: null,
    'server-sdk': '>=22',
    types: '>=22',
    vue: null,
  })
  const readme = readFileSync('README.md', 'utf8').replaceAll('\n> ', ' ')
  expect(readme).toContain(
    '`@sluice/gateway` needs Node 22.18 or newer, and the other server packages need Node 22; the browser packages do not need Node.',
  )
})
