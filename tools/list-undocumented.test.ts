import { expect, it } from 'vitest'

import { listUndocumented } from './list-undocumented.ts'

it(
  'every export of a published package, and every member, says in its doc comment what it is',
  { timeout: 300_000 },
  () => {
    expect(listUndocumented()).toEqual([])
  },
)
