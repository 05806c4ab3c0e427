import { describe, expect, it } from 'vitest'

import { findRoute } from './router.ts'

const ROUTES = [{ path: '/' }, { path: '/payments' }, { path: '/payments/:id' }, { path: '/overview' }]

const find = (address: string) => findRoute(ROUTES, new URL(address, 'http://portal.localhost'))

describe('findRoute', () => {
  it.each([
    ['/', '/', ''],
    ['/payments?status=DECLINED', '/payments', 'status=DECLINED'],
    ['/overview', '/overview', ''],
  ])('finds %s', (address, path, query) => {
    expect(find(address)).toEqual({ route: { path }, id: '', query: new URLSearchParams(query) })
  })

  it.each([
    ['/payments/1', '1'],
    ['/payments/a%20b', 'a b'],
    ['/payments/%E0', '%E0'],
  ])('finds %s with its id', (address, id) => {
    expect(find(address)).toMatchObject({ route: { path: '/payments/:id' }, id })
  })

  it.each(['/nothing', '/payments/', '/overview/x', '/payments/x/y'])('does not find %s', (address) => {
    expect(find(address)).toBeNull()
  })
})
