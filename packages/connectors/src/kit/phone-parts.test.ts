import { expect, it } from 'vitest'

import { toPhoneParts } from './phone-parts.ts'

it.each([
  ['+46701740605', { cc: '46', subscriber: '701740605' }],
  ['+12025550123', { cc: '1', subscriber: '2025550123' }],
  ['+79161234567', { cc: '7', subscriber: '9161234567' }],
  ['+38761123456', { cc: '387', subscriber: '61123456' }],
  ['+5491123456789', { cc: '54', subscriber: '91123456789' }],
  ['+88161234567', { cc: '881', subscriber: '61234567' }],
  ['+85212345678', { cc: '852', subscriber: '12345678' }],
  ['+8613912345678', { cc: '86', subscriber: '13912345678' }],
  ['0701740605', null],
  ['+46', null],
  ['+0701740605', null],
  ['+123456789012345', null],
])('%s has the parts %o', (phone, parts) => {
  expect(toPhoneParts(phone)).toEqual(parts)
})
