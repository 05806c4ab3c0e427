import { expect, it } from 'vitest'

import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'

import type { SettingsDocument } from './portal-settings.ts'
import { SETTINGS_CHANGES } from './settings-changes.ts'

it('rejects one client key more than a merchant may have', () => {
  const withKeys = (count: number) =>
    ({
      client_keys: Array.from({ length: count }, (_, index) => ({ client_key: `ck-${index}`, origins: [] })),
    }) as unknown as SettingsDocument
  const validate = (count: number) => SETTINGS_CHANGES.createClientKey.validate(withKeys(count))
  expect(validate(MERCHANT_CAPS.clientKeys - 1)).toBeNull()
  expect(validate(MERCHANT_CAPS.clientKeys)).toBe('client_keys_full')
})
