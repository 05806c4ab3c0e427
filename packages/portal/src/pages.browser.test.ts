import { expect, it } from 'vitest'

import { isPage, listPaths } from './pages.ts'
import { PORTAL_PATHS } from './paths.ts'

it('has a page for each address that the gateway serves', () => {
  expect(listPaths().toSorted()).toEqual(PORTAL_PATHS.toSorted())
})

it('has none for other addresses', () => {
  const others = ['/nowhere', '/settings/nowhere', '/payments/a/b', '/portal.js']
  expect(others.filter((pathname) => isPage({ pathname, search: '' }))).toEqual([])
})
