/** No test falls between `npm test` and the pieces of `npm run verify`. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it, vi } from 'vitest'

import { PLANTED_BUGS } from './planted-bugs/planted-bugs.ts'
import { ROOT } from './stage.mjs'
import { filesOf, isOnlyInVerify, leftOutBy, PIECES, runnerOf, wordsFor } from './verify-pieces.mjs'

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n')

/** Mutants and fixtures of tests are not tests themselves. */
const TESTS = FILES.filter(
  (file) =>
    /\.(?:test|spec)\.tsx?$/.test(file) && existsSync(join(ROOT, file)) && !file.includes('/specimens/'),
)

// `npm test` runs this with tests left out.
vi.stubEnv('SLUICE_TESTS', undefined)
vi.stubEnv('SLUICE_UNCHANGED', undefined)
const { default: config } = await import('../vitest.config.ts')
vi.unstubAllEnvs()

/** Each piece of tests with its files. */
const PARTS = Object.entries(PIECES).flatMap(([name, piece]) =>
  'project' in piece ? [{ name, project: piece.project, files: filesOf(piece) }] : [],
)

/** Tests of each runner, by the patterns that its configuration has. */
const SELECTIONS = [
  ...(config.test?.projects ?? []).map((project) => {
    const {
      name,
      include = [],
      exclude = [],
    } = (typeof project === 'object' && 'test' in project && project.test) || {}
    return {
      name: String(name),
      has: (file: string) =>
        include.some((pattern) => matchesGlob(file, pattern)) &&
        !exclude.some((pattern) => matchesGlob(file, pattern)),
    }
  }),
  { name: 'e2e', has: (file: string) => file.startsWith('e2e/tests/') },
  { name: 'engines', has: (file: string) => file.startsWith('e2e/engines/tests/') },
]

function projectsOf(file: string): string[] {
  return SELECTIONS.filter(({ has }) => has(file)).map(({ name }) => name)
}

/** The pieces that run a file whole. */
function piecesOf(file: string): string[] {
  const projects = projectsOf(file)
  return PARTS.filter(
    ({ project, files }) =>
      projects.includes(project) && (files.length === 0 || files.some((own) => file.includes(own))),
  ).map(({ name }) => name)
}

function isInTest(file: string): boolean {
  return projectsOf(file).some(
    (project) =>
      project === 'unit' ||
      project === 'browser' ||
      ((project === 'integration' || project === 'e2e') && !isOnlyInVerify(project, file)),
  )
}

/** The piece `release` runs the tests of that name, all of them. */
const isInRelease = (file: string) => projectsOf(file).includes('release')

describe('every test', () => {
  it.each(TESTS)('%s is run by one runner, in npm test or a piece of verify', (file) => {
    expect(projectsOf(file)).toHaveLength(1)
    expect(isInTest(file) || isInRelease(file) || piecesOf(file).length > 0, file).toBe(true)
  })
})

describe('every piece', () => {
  it.each(Object.entries(PIECES))('%s finds tests by each of its names', (_, piece) => {
    expect(piece.minutes).toBeGreaterThan(0)
    const parts = 'project' in piece ? [piece, ...(piece.without ? [piece.without] : [])] : []
    for (const part of parts) {
      const own = TESTS.filter((file) => projectsOf(file).includes(part.project))
      for (const name of filesOf(part))
        expect(
          own.filter((file) => file.includes(name)),
          name,
        ).not.toEqual([])
    }
  })
})

it.each(PARTS.filter(({ project }) => project === 'integration'))(
  'the runner leaves out nothing that the piece $name names',
  ({ files }) => {
    expect(leftOutBy(files).filter((path) => files.includes(path))).toEqual([])
  },
)

/** Tests of a runner whose text matches. */
function testsWith(project: string, pattern: RegExp): readonly string[] {
  return TESTS.filter(
    (file) => projectsOf(file).includes(project) && pattern.test(readFileSync(join(ROOT, file), 'utf8')),
  ).toSorted()
}

describe('a piece that finds its files by their text', () => {
  it.each([
    ['properties', 'unit', /\bfast-check'/],
    ['databases', 'integration', /\b(?:GATEWAY_DATABASES|describeAtBothGateways)\b/],
  ] as const)('%s has each of them, however they are written', (name, project, pattern) => {
    const [part] = PARTS.filter((one) => one.name === name)
    expect(part?.files.toSorted()).toEqual(testsWith(project, pattern))
  })
})

it('an option for a piece is about its files, and a named file is run in their place', () => {
  const suite = { files: ['tests/offline', 'tests/portal'] }
  expect(wordsFor(suite, [])).toEqual(suite.files)
  expect(wordsFor(suite, ['-g', 'card'])).toEqual([...suite.files, '-g', 'card'])
  expect(wordsFor(suite, ['tests/start', '-g', 'card'])).toEqual(['tests/start', '-g', 'card'])
})

it('the path of a test file determines its runner', () => {
  const tests = TESTS.filter((file) =>
    projectsOf(file).some((name) => name === 'unit' || name === 'integration'),
  )
  expect(tests.length).toBeGreaterThan(500)
  expect(tests.filter((file) => runnerOf(file) !== projectsOf(file)[0])).toEqual([])
})

describe('every planted bug', () => {
  it.each(PLANTED_BUGS)('has a suite of a single runner: $name', ({ suite }) => {
    const tests = TESTS.filter((file) => file.startsWith(suite))
    expect([...new Set(tests.flatMap(projectsOf))]).toEqual([runnerOf(suite)])
  })

  it.each(PLANTED_BUGS)('has a suite in npm test or a piece: $name', ({ suite }) => {
    expect(isInTest(suite) || piecesOf(suite).length > 0, suite).toBe(true)
  })
})

it('page security that only a browser shows is in npm test', () => {
  const names = [
    'fields/hostile-pages',
    'origins',
    'fields/autofill',
    'fields/page-faults',
    'fields/secrets',
    'site-isolation',
  ]
  for (const name of names) expect(isInTest(`e2e/tests/${name}.spec.ts`), name).toBe(true)
})
