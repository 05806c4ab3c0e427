import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { findTitle } from './find-title.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../..')

describe.each(PLANTED_BUGS)('the planted bug: $name', ({ file, right, wrong, suite }) => {
  it('fits one place, and has a suite', () => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(right)).toHaveLength(2)
    expect(wrong).not.toBe(right)
    expect(existsSync(join(ROOT, suite)), suite).toBe(true)
  })
})

const withTitle = PLANTED_BUGS.flatMap(({ title, ...bug }) =>
  title === undefined ? [] : [{ ...bug, title }],
)

it.each(withTitle)('$suite may have a test whose title matches "$title"', ({ suite, title }) => {
  expect(findTitle(join(ROOT, suite), title)).toBe(true)
})

it.each(['a title that no test has', 'is executed twice, however'])(
  'a suite has no test whose title matches "%s"',
  (title) => {
    expect(findTitle(join(ROOT, 'packages/connectors/test/adyen/lost-answers.test.ts'), title)).toBe(false)
  },
)

it('planted bugs have names of their own', () => {
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length)
})
