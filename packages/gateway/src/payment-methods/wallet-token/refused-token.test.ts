import { expect, it } from 'vitest'

import { refusedToken } from './refused-token.ts'
import { WALLET_TOKEN_FAILURES } from './wallet-token.ts'

const PROPERTY = 'payment_method.data.gwallet_pay_token'

it('a malformed token is reported as malformed', () => {
  expect(refusedToken('malformed')).toEqual({
    property: PROPERTY,
    message: 'Wallet token is malformed',
    params: [PROPERTY],
  })
})

it.each(['used', ...WALLET_TOKEN_FAILURES.filter((reason) => reason !== 'malformed')] as const)(
  'the refusal of a token as %s does not reveal the failed check',
  (reason) => {
    expect(refusedToken(reason)).toEqual({
      property: PROPERTY,
      message: 'Wallet token cannot be verified',
      params: [PROPERTY],
    })
  },
)
