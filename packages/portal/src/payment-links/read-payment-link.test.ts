import { expect, it } from 'vitest'

import { readPaymentLink } from './read-payment-link.ts'

const NOW_MS = Date.UTC(2026, 10, 30)
const TYPED = {
  terminal: 'T00000000001',
  type: 'PURCHASE',
  pricing: 'FIXED',
  currency: 'eur',
  description: ' Course ',
  uses: '3',
  days: '7',
}

function read(typed: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...TYPED, ...typed })) form.set(name, value)
  return readPaymentLink(form, NOW_MS)
}

it('reads a fixed amount', () => {
  expect(read({ amount: '12,50' })).toEqual({
    terminal_id: 'T00000000001',
    currency: 'EUR',
    amount: 1250,
    transaction_type: 'PURCHASE',
    description: 'Course',
    max_uses: 3,
    expires_at: '2026-12-07T00:00:00.000Z',
  })
})

it('reads a range, any number of uses and a return address', () => {
  const link = read({
    pricing: 'OPEN',
    least: '5',
    most: '20',
    uses: '',
    return: 'https://shop.example/thanks',
  })
  expect(link).toMatchObject({
    amount_range: { min: 500, max: 2000 },
    max_uses: null,
    return_url: 'https://shop.example/thanks',
  })
  expect(link).not.toHaveProperty('amount')
})

it('reads a verification, which charges nothing', () => {
  expect(read({ type: 'VERIFY' })).toMatchObject({ transaction_type: 'VERIFY', amount: 0 })
})

it.each([
  [{ installments: '6' }, { installments: { max_count: 6 } }],
  [{ challenge: 'CHALLENGE' }, { three_ds: { challenge_preference: 'CHALLENGE' } }],
  [
    { installments: '3', exemption: 'LOW_VALUE' },
    { installments: { max_count: 3 }, three_ds: { exemption: 'LOW_VALUE' } },
  ],
])('reads the options of %j', (typed, options) => {
  expect(read({ amount: '12', ...typed }).options).toEqual(options)
})

it('reads no options if none are chosen', () => {
  expect(read({ amount: '12', installments: '', challenge: '', exemption: '' })).not.toHaveProperty('options')
})

it.each([
  [{}, 'amount'],
  [{ amount: 'ten' }, 'amount'],
  [{ pricing: 'OPEN', least: '5' }, 'amount_range.max'],
  [{ pricing: 'OPEN', least: 'x', most: '5' }, 'amount_range.min'],
  [{ amount: '5', currency: 'EURO' }, 'currency'],
  [{ amount: '5', uses: 'ten' }, 'max_uses'],
  [{ amount: '5', uses: '1.5' }, 'max_uses'],
  [{ amount: '5', days: 'a week' }, 'expires_at'],
])('refuses %j at the field %s', (typed, property) => {
  expect(() => read(typed)).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ property })] }),
  )
})
