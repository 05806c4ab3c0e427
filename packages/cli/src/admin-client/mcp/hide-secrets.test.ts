import { expect, it } from 'vitest'

import { hideSecrets } from './hide-secrets.ts'

it('removes known secrets, and everything that resembles one', () => {
  const text = 'secret s3cr3t, s3cr3t again, whsec_MDEyMzQ1Njc4OQ== and Bearer eyJh.b-c_d=='
  expect(hideSecrets(text, ['s3cr3t', null, ''])).toBe(
    'secret [hidden], [hidden] again, [hidden] and [hidden]',
  )
})
