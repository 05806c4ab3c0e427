import { Secret } from '@sluice/shared/secret'
import { expect, test } from 'vitest'

import { encodeJson } from './encode-json.ts'

test('reveals secrets at every depth and omits members without a value', () => {
  const encoded = encodeJson({
    card: { number: new Secret('4111111111111111'), cvc: undefined },
    items: [new Secret('a'), { deep: new Secret('b') }, 1, true, null],
  })
  expect(encoded.reveal()).toBe(
    '{"card":{"number":"4111111111111111"},"items":["a",{"deep":"b"},1,true,null]}',
  )
  expect(JSON.stringify({ encoded })).not.toContain('4111')
})
