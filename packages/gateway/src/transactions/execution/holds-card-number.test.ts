import { expect, it } from 'vitest'

import { maskCardNumber } from '../../payment-methods/index.ts'
import { holdsCardNumber } from './holds-card-number.ts'

const PAN = '4242424242424242'
const AMEX = '378282246310005'
const MASKED = maskCardNumber(PAN)
const within = (text: string) => `{"card":"${text}","v":1}`

it.each([
  ['plain digits', PAN],
  ['plain digits within more of them', `9${PAN}1`],
  ['spaces', '4242 4242 4242 4242'],
  ['hyphens', '4242-4242-4242-4242'],
  ['uneven groups', '42-42424242-424242'],
  ['percent-encoded spaces', '4242%204242%204242%204242'],
  ['percent-encoded digits', [...PAN].map((digit) => `%3${digit}`).join('')],
  ['percent-encoded no-break spaces', '4242%C2%A04242%C2%A04242%C2%A04242'],
  ['percent-encoded Base64', encodeURIComponent(Buffer.from(`>>>${PAN}>`).toString('base64'))],
  ['hexadecimal', Buffer.from(PAN).toString('hex')],
  ['hexadecimal in capitals', Buffer.from(within('4242 4242 4242 4242')).toString('hex').toUpperCase()],
  ...[0, 1, 2, 3].map((pad) => [
    `Base64, ${pad} bytes in`,
    Buffer.from(`${'x'.repeat(pad)}${PAN}${'y'.repeat(3 - pad)}`).toString('base64'),
  ]),
  ['Base64url', Buffer.from(`\u00ff\u00fe${within(PAN)}\u00ff\u00ff`).toString('base64url')],
  ['Base64 of groups', Buffer.from(within('4242 4242 4242 4242')).toString('base64')],
  ['Base64 of groups with hyphens', Buffer.from(within('4242-4242-4242-4242')).toString('base64')],
])('finds a card number in %s', (_, text) => {
  expect(holdsCardNumber(text, MASKED)).toBe(true)
  expect(holdsCardNumber(within(text), MASKED)).toBe(true)
})

it('finds a number of fifteen digits in its own groups', () => {
  expect(holdsCardNumber('3782 822463 10005', maskCardNumber(AMEX))).toBe(true)
  expect(holdsCardNumber(Buffer.from('3782 822463 10005').toString('base64'), maskCardNumber(AMEX))).toBe(
    true,
  )
})

it.each([
  ['another card number', '4000000000000002'],
  ['its last digits', '4242 4242 4242'],
  ['a reference of sixteen digits', '5555555555554444'],
  ['a number with its first and last digits, and another check digit', '4242421234564242'],
  ['the Base64 of something else', Buffer.from('pi_3PqR8f2eZvKYlo2C1').toString('base64')],
  ['nothing', ''],
])('finds no card number in %s', (_, text) => {
  expect(holdsCardNumber(text, MASKED)).toBe(false)
})
