import { CHALLENGE_WINDOW_SIZES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCardToPage, readPageToCard, readThreeDsToCard, readToThreeDs, WINDOW_SIZES } from './messages.ts'

const STATE = {
  type: 'state',
  field: 'number',
  empty: false,
  valid: true,
  potentiallyValid: true,
  focused: false,
  brand: 'VISA',
  errorCode: null,
  fault: { code: 'number_incomplete', message: 'Too short.' },
  edited: true,
}

describe('messages', () => {
  it('name every size of a challenge window', () => {
    expect(WINDOW_SIZES).toEqual(Object.keys(CHALLENGE_WINDOW_SIZES))
  })

  it.each([
    [readPageToCard, { type: 'focus' }],
    [readPageToCard, { type: 'submit', customer: null }],
    [readPageToCard, { type: 'submit', customer: { firstName: 'Ana' } }],
    [
      readPageToCard,
      { type: 'configure', locale: 'sv-SE', scheme: 'dark', tokens: { 'input-color': 'red' } },
    ],
    [readCardToPage, STATE],
    [readCardToPage, { type: 'height', heightPx: 210 }],
    [readCardToPage, { type: 'paying', isPaying: true }],
    [readCardToPage, { type: 'customer', customer: { firstName: 'Ana', lastName: 'Pop' } }],
    [readCardToPage, { type: 'style-fault', token: 'input-color', ratio: '1.6' }],
    [readToThreeDs, { type: 'form', url: 'https://acs.example/', fields: { creq: 'e30' } }],
    [readThreeDsToCard, { type: 'challenge-done', transStatus: 'Y' }],
  ])('reads %o', (read, message) => {
    expect(read(message)).toEqual(message)
  })

  it.each([
    ['an unknown type', { type: 'eval', code: '1' }],
    ['a name of Object.prototype', { type: 'constructor' }],
    ['a member that no customer has', { type: 'customer', customer: { cvv: '123' } }],
    ['a member too many: the card number itself', { ...STATE, value: '4242424242424242' }],
    ['a member too few', { type: 'height' }],
    ['a message longer than any of ours', { ...STATE, fault: { ...STATE.fault, message: 'x'.repeat(257) } }],
    ['a wrong type', { ...STATE, valid: 'yes' }],
    ['a field that does not exist', { ...STATE, field: 'pin' }],
    ['a text', JSON.stringify(STATE)],
    ['a list', [STATE]],
    ['nothing', null],
  ])('ignores %s', (_case, message) => {
    expect(readCardToPage(message)).toBeNull()
  })

  it('ignores what is larger than 8 kB', () => {
    const form = (length: number) => ({
      type: 'form',
      url: 'https://acs.example/',
      fields: { creq: 'x'.repeat(length) },
    })
    expect(readToThreeDs(form(8_000))).not.toBeNull()
    expect(readToThreeDs(form(8_192))).toBeNull()
  })

  it('never throws and never lets a stranger through', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        for (const read of [readPageToCard, readCardToPage, readToThreeDs, readThreeDsToCard]) {
          expect(read(data)).toBeNull()
        }
      }),
    )
  })
})
