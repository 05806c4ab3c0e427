import { expect, it } from 'vitest'

import { createPublicLookup } from './public-lookup.ts'

function lookUp(addresses: readonly string[] | Error, all: boolean): Promise<unknown> {
  const look = createPublicLookup(() =>
    addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses),
  )
  return new Promise((resolve, reject) => {
    look('shop.example', { all }, (error, address) => (error ? reject(error) : resolve(address)))
  })
}

it('returns addresses that are all public', async () => {
  const addresses = ['93.184.216.34', '2606:4700::1111']
  expect(await lookUp(addresses, true)).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(await lookUp(addresses, false)).toBe('93.184.216.34')
})

it.each([
  [['127.0.0.1']],
  [['169.254.169.254']],
  [['93.184.216.34', '10.0.0.1']],
  [['2606:4700::1111', '::1']],
  [['::ffff:169.254.169.254']],
  [['64:ff9b::a9fe:a9fe']],
  [['fd00:ec2::254']],
  [['not an address']],
])('rejects a name that resolves to %j', async (addresses) => {
  for (const all of [true, false]) {
    await expect(lookUp(addresses, all)).rejects.toThrow('an address that is not public')
  }
})

it('rejects a name that does not resolve', async () => {
  await expect(lookUp([], true)).rejects.toThrow('has no address')
  await expect(lookUp(new Error('name server away'), true)).rejects.toThrow('name server away')
})
