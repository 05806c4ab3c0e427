/**
 * Tests of tools that take seconds and read little: `npm test` runs them when what they read has changed since they last passed, and
 * differs from the branch that this one follows, which CI has tested. CI and `npm run verify` always run them. Every other test of a tool is quick, or reads the whole repository, and always runs.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint, listInputs } from './build-inputs.mjs'
import { ROOT } from './stage.mjs'

/**
 * The inputs of each test, relative to the root: files, and folders with everything in them except tests. Every test
 * also reads the tools.
 */
export const READ_BY = {
  'tools/bench-servers.test.ts': ['bench'],
  'tools/dev.test.ts': [],
  'tools/list-undocumented.test.ts': ['packages'],
  'tools/lockfile.test.ts': ['pnpm-workspace.yaml'],
  'tools/mutants/try-mutants.test.ts': [
    'packages/platform/src/kernel',
    'packages/platform/src/kernel/page-cursor.test.ts',
    'tools/mutants/specimens/loaded-late/first-of-two.test.ts',
    'tools/mutants/specimens/loaded-late/second.test.ts',
    'tools/mutants/specimens/strict-hook.test.ts',
  ],
}

/** The inputs of every test. */
const COMMON = ['tools', 'vitest.config.ts', 'package.json', 'pnpm-lock.yaml']

const STAMPS = join(ROOT, 'node_modules/.cache/sluice/slow-tool-tests.json')

/** @returns {Record<string, string>} the fingerprint of what each test reads, by its file */
export function readFingerprints() {
  return Object.fromEntries(
    Object.keys(READ_BY).map((test) => [
      test,
      fingerprint(
        pathsOf(test)
          .map((name) => join(ROOT, name))
          .flatMap(listFiles),
      ),
    ]),
  )
}

/** @param {string} test */
function pathsOf(test) {
  return [test, ...COMMON, ...(/** @type {Record<string, string[]>} */ (READ_BY)[test] ?? [])]
}

/**
 * @param {Record<string, string>} fingerprints
 * @returns {string[]} the tests that passed with these, here or upstream
 */
export function listUnchanged(fingerprints) {
  const passed = existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {}
  return Object.keys(fingerprints).filter(
    (test) => passed[test] === fingerprints[test] || isAsUpstream(pathsOf(test), ROOT),
  )
}

/**
 * @param {readonly string[]} paths in the folder
 * @param {string} folder
 * @returns {boolean} false where no branch is followed
 */
export function isAsUpstream(paths, folder) {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', [...words, '--', ...paths], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  try {
    return (
      git('diff', '--name-only', '@{upstream}') === '' &&
      git('ls-files', '--others', '--exclude-standard') === ''
    )
  } catch {
    return false
  }
}

/** @param {Record<string, string>} fingerprints */
export function notePassed(fingerprints) {
  mkdirSync(dirname(STAMPS), { recursive: true })
  writeFileSync(STAMPS, JSON.stringify(fingerprints))
}

/** @param {string} path */
function listFiles(path) {
  return statSync(path).isDirectory() ? listInputs(path) : [path]
}
