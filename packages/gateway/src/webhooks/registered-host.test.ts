import { expect, it } from 'vitest'

import { isRegisteredHost } from './registered-host.ts'

it.each([
  ['shop.example', ['shop.example'], true],
  ['SHOP.example', ['shop.example'], true],
  ['hooks.shop.example', ['shop.example'], false],
  ['hooks.shop.example', ['*.shop.example'], true],
  ['a.b.shop.example', ['*.shop.example'], true],
  ['shop.example', ['*.shop.example'], false],
  ['evilshop.example', ['*.shop.example'], false],
  ['shop.example', [], false],
])('%s is registered by %j: %s', (host, hosts, isRegistered) => {
  expect(isRegisteredHost(host, hosts)).toBe(isRegistered)
})
