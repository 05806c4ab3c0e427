/** docs/testing.md is what people trust a green run by: it says what the pieces are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { PLANTED_BUGS } from './planted-bugs/planted-bugs.ts'
import { ROOT } from './stage.mjs'
import { onlyInVerify, PIECES } from './verify-pieces.mjs'

const TEXT = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')

/** The row of each piece in the table of commands. */
const ROWS = new Map(
  [...TEXT.matchAll(/^\| `npm run verify -- ([\w:-]+)` +\| (.+) +\| ([^|]+?) +\|$/gm)].map(
    ([, name = '', proves = '', takes = '']) => [name, { proves: proves.trim(), takes }],
  ),
)

/** They run tests that are described elsewhere: the first table says which. */
const WITHOUT_ROW = ['test', 'journeys', 'databases', 'programs', 'outcomes', 'consumers', 'release']

/** `npm test` is a part of it. */
const LONGER_BY_TEST = ['documents']

describe('docs/testing.md', () => {
  it('states what each piece proves', () => {
    expect([...ROWS.keys(), ...WITHOUT_ROW].toSorted()).toEqual(Object.keys(PIECES).toSorted())
    for (const name of WITHOUT_ROW.filter((one) => one !== 'test')) expect(TEXT).toMatch(`| ${name} `)
  })

  it.each([...ROWS].filter(([name]) => !LONGER_BY_TEST.includes(name)))(
    'says how long %s takes, as --list does',
    (name, { takes }) => {
      const minutes = PIECES[name]?.minutes ?? 0
      expect([`${minutes} min`, `${minutes / 60} h`]).toContain(takes)
    },
  )

  it('states how many bugs are planted, and how many journeys `npm test` leaves out', () => {
    expect(ROWS.get('planted')?.proves).toMatch(new RegExp(`^${PLANTED_BUGS.length} bugs\\b`))
    const journeys = onlyInVerify('e2e').length - ['dev', 'interruptions', 'mounts'].length
    expect(TEXT).toMatch(new RegExp(`^\\| journeys +\\| ${journeys} files of \`e2e/tests\``, 'm'))
  })
})
