import { expect, it, vi } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { createVault, type VaultPlace } from './vault.ts'
import type { VaultKeys } from './vault-keys.ts'

const PAN = '4242424242424242'
const PLACE: VaultPlace = { merchantId: 'm-1', paymentMethodId: 'card-1', field: 'number' }

it('overwrites the bytes of a card number once they were read', async () => {
  const key = { id: 'dek-1', key: new Secret<Uint8Array>(Buffer.alloc(32, 1)) }
  const keys = { findCurrent: async () => key, find: async () => key } as unknown as VaultKeys
  const vault = createVault(keys, createSystemRandom(systemClock))
  const record = await vault.seal(PLACE, new Secret(PAN))
  const read = vi.spyOn(Buffer.prototype, 'toString')
  try {
    expect((await vault.open(PLACE, record)).reveal()).toBe(PAN)
    const opened = read.mock.contexts.filter((_, index) => read.mock.results[index]?.value === PAN)
    expect(opened).toEqual([Buffer.alloc(PAN.length)])
  } finally {
    read.mockRestore()
  }
})
