import { expect, it } from 'vitest'
import { addressesOf } from '../.pnpmfile.mjs'

const repository = { type: 'git', url: 'git+https://code.example/sluice.git' }

it('one setting gives every package its repository, with its folder', () => {
  const root = { repository, homepage: 'https://sluice.example', name: 'sluice' }
  expect(addressesOf(root, '/home/ada/sluice/packages/server-sdk')).toEqual({
    repository: { ...repository, directory: 'packages/server-sdk' },
    homepage: 'https://sluice.example',
  })
})

it('without the setting no package has an address', () => {
  expect(addressesOf({ name: 'sluice' }, '/home/ada/sluice/packages/types')).toEqual({})
})
