import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passesLuhn } from '../cards/passes-luhn.ts'
import { expectNoCardData, findCardData } from './card-data.ts'

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const base64Of = (text: string) => Buffer.from(text).toString('base64')

const cardNumber = fc
  .tuple(fc.constantFrom('4', '5', '34', '6', '2'), fc.stringMatching(/^[0-9]{11,16}$/))
  .map(([start, rest]) => start + rest)
  .map((digits) => digits + [...'0123456789'].find((check) => passesLuhn(digits + check)))
  .filter((number) => number.length <= 19)

const inFours = (number: string, separator: string) => number.replaceAll(/(.{4})(?=.)/g, `$1${separator}`)

describe('expectNoCardData', () => {
  it('finds every card number, however it was written', () => {
    fc.assert(
      fc.property(cardNumber, fc.constantFrom(' ', '-'), (number, separator) => {
        const spellings = {
          plain: [number, inFours(number, separator), `{"pan":"${number}"}`, `pan=${number}&cvv=`],
          percent: [number.replaceAll(/(.{4})(?=.)/g, '$1%20')],
          hex: [hexOf(number)],
          base64: [base64Of(number), base64Of(`{"value":"${number}"}`), base64Of(`x${number}`)],
        }
        for (const [encoding, texts] of Object.entries(spellings)) {
          for (const text of texts) {
            expect(
              findCardData(`before ${text} after`).map((finding) => finding.encoding),
              text,
            ).toContain(encoding)
          }
        }
      }),
    )
  })

  it.each([
    '424242******4242',
    '4242424242424241',
    '1763773200000',
    'order 1763773200009 of 2026-11-22T00:00:00.000Z',
    '4a11aaaa-4242-4242-8242-424242424242',
    '42424242424242424242',
    base64Of('nothing to see in here at all'),
  ])('accepts %s', (text) => {
    expect(() => expectNoCardData(text)).not.toThrow()
  })

  it('finds the given security code as a separate word', () => {
    expect(() => expectNoCardData('{"cvv":"737"}', { cvv: '737' })).toThrow('a security code (plain) at 8')
    expect(() => expectNoCardData(base64Of('{"security":"737"}'), { cvv: '737' })).toThrow('base64')
    expect(() => expectNoCardData('amount 17370', { cvv: '737' })).not.toThrow()
  })

  it('reports where and how, and never repeats the number', () => {
    const seen = (() => {
      try {
        expectNoCardData('card 4242 4242 4242 4242')
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(seen).toBe('The text holds card data: a card number (plain) at 5.')
  })
})
