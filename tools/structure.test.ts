import { describe, expect, it } from 'vitest'
import { findProblems } from './structure.ts'

const PROTOCOL = ['docs/protocol.md', '# Protocol\n\n## Card encryption\n\n## Challenge\n'] as const

const MANIFEST = {
  name: '@sluice/x',
  description: 'x',
  license: 'MIT',
  files: ['dist'],
  exports: {},
  engines: {},
}

/** `[the problem, its file, its text, part of the message]` */
const WRONG: readonly (readonly [string, string, string, string])[] = [
  ['a bag', 'packages/x/src/utils.ts', '', 'Name the file for its main export'],
  ['a bag by suffix', 'packages/x/src/card-helper.ts', '', 'Name the file for its main export'],
  ['a name in camel case', 'packages/x/src/cardData.ts', '', 'kebab-case'],
  [
    'a heading that is not there',
    'packages/x/src/seal.ts',
    '/** @see docs/protocol.md#card-decryption */',
    'no heading "card-decryption"',
  ],
  [
    'a document that is not there',
    'packages/x/src/seal.ts',
    '/** @see docs/protocoll.md */',
    'docs/protocoll.md does not exist',
  ],
  [
    'a broken link between documents',
    'docs/errors.md',
    'See [there](protocol.md#nowhere).',
    'no heading "nowhere"',
  ],
  [
    'a link to a file that is not there',
    'docs/errors.md',
    'See [there](../packages/y/src/a.ts).',
    'packages/y/src/a.ts does not exist',
  ],
  [
    'an unknown decision',
    'packages/x/src/seal.ts',
    '/** @decision 0042 */',
    'decision 0042 is not in docs/decisions/',
  ],
  [
    'an unknown decision in a sentence',
    'docs/errors.md',
    'Retries follow decisions 41 and 42.',
    'decision 41, 42 is not in docs/decisions/',
  ],
  [
    'a decision whose title has another number',
    'docs/decisions/0007-results.md',
    '# 8. Results',
    'the title starts with the number of the file: "# 7. …"',
  ],
  [
    'work on a text of any length',
    'packages/gateway/src/pages/a.ts',
    'const page = URL.parse(headers.referer)',
    'Use packages/types/src/vocabulary/parse-url.ts',
  ],
  ['a test that runs alone', 'packages/x/src/seal.test.ts', `it.only('seals', seal)`, 'Remove ".only"'],
  [
    'a group of tests that runs alone',
    'e2e/tests/buy.spec.ts',
    `test.describe.only('a shopper', buy)`,
    'Remove ".only"',
  ],
  ['a registry', 'README.md', `https://registry.${'npmjs'}.org`, 'names a package registry'],
  ["one person's path", 'tools/a.ts', `read('/${'work'}/main')`, "one person's machine"],
  [
    'a published package without README',
    'packages/y/package.json',
    JSON.stringify(MANIFEST),
    'has a README.md',
  ],
]

describe('the structure check', () => {
  it.each(WRONG)('finds %s', (_what, path, text, message) => {
    expect(findProblems(new Map([PROTOCOL, [path, text]]))).toEqual([expect.stringContaining(message)])
  })

  it('finds a link to a decision under another number', () => {
    const files = new Map([
      PROTOCOL,
      ['docs/decisions/0001-card-envelope.md', '# 1. Card envelope'],
      [
        'docs/errors.md',
        'As [decision 2](decisions/0001-card-envelope.md) and [0001](decisions/0001-card-envelope.md) say.',
      ],
      ['docs/decisions/0002-amounts.md', '# 2. Amounts'],
    ])
    expect(findProblems(files)).toEqual([expect.stringContaining('the text of a link to decision 0001')])
  })

  it('finds two decisions with one number', () => {
    const files = new Map([
      PROTOCOL,
      ['docs/decisions/0001-card-envelope.md', '# 1. Card envelope'],
      ['docs/decisions/0001-amounts.md', '# 1. Amounts'],
    ])
    expect(findProblems(files)).toEqual([expect.stringContaining('two records have this number')])
  })

  it('accepts correct input', () => {
    const files = new Map([
      PROTOCOL,
      ['docs/decisions/0001-card-envelope.md', '# 1. Card envelope'],
      [
        'docs/errors.md',
        'See [there](protocol.md#challenge), [here](#codes) and [a source](../packages/x/src/seal.ts), by decision 1.\n\n## Codes',
      ],
      ['packages/x/package.json', JSON.stringify(MANIFEST)],
      ['packages/x/README.md', '# x'],
      ['packages/x/src/seal.ts', '/** @see docs/protocol.md#card-encryption @decision 0001 */'],
      ['packages/gateway/src/config.ts', 'URL.parse(databaseUrl)'],
      ['packages/x/src/sessions.http.test.ts', ''],
    ])
    expect(findProblems(files)).toEqual([])
  })
})
