import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { checkLockfile } from './lockfile.ts'

const LOCKFILE = readFileSync('pnpm-lock.yaml', 'utf8')
const WORKSPACE = readFileSync('pnpm-workspace.yaml', 'utf8')

const INTEGRITY = `sha512-${'A'.repeat(86)}==`

const lock = (packages: string, version = '1.2.3') => `lockfileVersion: '9.0'
importers:
  packages/shop:
    dependencies:
      apples:
        specifier: ^1.2.3
        version: ${version}
packages:
  ${packages}
`
const GOOD = `apples@1.2.3:\n    resolution: {integrity: ${INTEGRITY}}`

describe('the lockfile', () => {
  it('accepts only releases from registries, each with its digest', () => {
    expect(LOCKFILE.match(/integrity: /g)?.length).toBeGreaterThan(500)
    expect(checkLockfile(LOCKFILE, WORKSPACE)).toEqual([])
  })

  it('is refused when one digest is missing, or weaker', () => {
    const [line = ''] = /resolution: \{integrity: [^}]+\}/.exec(LOCKFILE) ?? []
    for (const weaker of ['resolution: {}', 'resolution: {integrity: sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=}'])
      expect(checkLockfile(LOCKFILE.replace(line, weaker), WORKSPACE)).toEqual([
        expect.stringMatching(/^\S+@\S+ has no SHA-512 of what is installed\.$/),
      ])
  })
})

describe('a lockfile', () => {
  it('passes with a release, an alias, peers and folders of ours', () => {
    const versions = [
      '1.2.3',
      '1.2.3-beta.4',
      'pears@1.2.3',
      "'@fruit/pears@1.2.3(apples@1.2.3)'",
      'link:../types',
    ]
    for (const version of versions) expect(checkLockfile(lock(GOOD, version), WORKSPACE)).toEqual([])
  })

  it.each([
    [
      'an address',
      `apples@1.2.3:\n    resolution: {integrity: ${INTEGRITY}, tarball: https://x.example/a.tgz}`,
    ],
    ['a commit', 'apples@1.2.3:\n    resolution: {type: git, repo: x, commit: abc}'],
    ['a folder', `'apples@file:../apples':\n    resolution: {integrity: ${INTEGRITY}, directory: ../apples}`],
    ['an archive', `'apples@https://x.example/a.tgz':\n    resolution: {integrity: ${INTEGRITY}}`],
    ['a short digest', 'apples@1.2.3:\n    resolution: {integrity: sha512-AAAA}'],
  ])('is refused with %s', (_, packages) => {
    expect(checkLockfile(lock(packages), WORKSPACE).length).toBeGreaterThan(0)
  })

  it.each(['link:/tmp/apples', 'file:../apples', 'https://x.example/a.tgz', 'git+ssh://x.example/a#abc'])(
    'is refused when a package of ours takes %s',
    (version) => {
      expect(checkLockfile(lock(GOOD, version), WORKSPACE)).toEqual([
        `packages/shop takes apples from ${version}: take it from a registry.`,
      ])
    },
  )
})

describe('the settings of the workspace', () => {
  it.each([
    ['minimumReleaseAge: 60', 'minimumReleaseAge is 60: no release younger than a day may be installed.'],
    ['catalog: {}', 'minimumReleaseAge is 0: no release younger than a day may be installed.'],
    [
      'minimumReleaseAge: 1440\nminimumReleaseAgeExclude: [apples]',
      'apples is excluded from minimumReleaseAge.',
    ],
    [
      'minimumReleaseAge: 1440\ncatalog: { apples: "git+https://x.example/apples" }',
      'apples comes from git+https://x.example/apples: take it from a registry.',
    ],
    [
      'minimumReleaseAge: 1440\ncatalog: { apples: "fruit/apples#main" }',
      'apples comes from fruit/apples#main: take it from a registry.',
    ],
  ])('%s is refused', (workspace, problem) => {
    expect(checkLockfile(lock(GOOD), workspace)).toEqual([problem])
  })
})
