import { describe, expect, it } from 'vitest'

import { type AccountRegistration, describeSeller, listMissing } from './seller.ts'

const NOTHING = { name: null, country: null, mcc: null, url: null }
const VISA = { bin: '401200', merchantId: 'M-1', requestorId: 'R-1', requestorName: null, requestorUrl: null }
const OTHERS = { ...VISA, bin: '520000', requestorName: 'Blåbär AB', requestorUrl: 'https://r.example' }

const account: AccountRegistration = {
  acquirers: { VISA, default: OTHERS },
  threeDsServer: null,
  business: { name: 'Account', country: 'SE', mcc: '5999', url: 'https://account.example' },
}
const merchant = { name: 'Blåbär', business: { ...NOTHING, country: 'NO', mcc: '5942' } }
const terminal = { business: { ...NOTHING, mcc: '5994' } }

describe('the seller', () => {
  it('takes each member from the terminal, else the merchant, else the account', () => {
    expect(describeSeller({ terminal, merchant, account }, 'VISA')).toMatchObject({
      name: 'Blabar',
      country: 'NO',
      mcc: '5994',
      url: 'https://account.example',
    })
    const kiosk = { business: { ...NOTHING, name: 'Kiosk' } }
    expect(describeSeller({ terminal: kiosk, merchant, account }, 'VISA').name).toBe('Kiosk')
    expect(describeSeller({ terminal: null, merchant: null, account }, 'VISA').name).toBe('Account')
  })

  it('has the acquirer of the brand, else the default one, with name and URL of the business', () => {
    const acquirerOf = (brand: 'VISA' | 'AMEX') =>
      describeSeller({ terminal, merchant, account }, brand).acquirer
    expect(acquirerOf('VISA')).toEqual({
      ...VISA,
      requestorName: 'Blabar',
      requestorUrl: 'https://account.example',
    })
    expect(acquirerOf('AMEX')).toEqual({ ...OTHERS, requestorName: 'Blabar AB' })
  })

  it('has names within the length and alphabet of EMV', () => {
    const long = { name: 'Smörgåsbutiken i Östersund med tillbehör och presenter', business: null }
    const { name } = describeSeller({ terminal: null, merchant: long, account: null }, 'VISA')
    expect(name).toBe('Smorgasbutiken i Ostersund med tillbehor')
  })

  it('is empty without configuration', () => {
    const unknown = { ...NOTHING, acquirer: null }
    expect(describeSeller({ terminal: null, merchant: null, account: null }, 'VISA')).toEqual(unknown)
  })
})

describe('missing seller data', () => {
  it('is empty if every brand has an acquirer, and the business is configured', () => {
    expect(listMissing({ terminal, merchant, account }, ['VISA', 'AMEX'])).toEqual([])
    expect(listMissing({ terminal, merchant, account }, [])).toEqual([])
  })

  it('has the names of the configuration', () => {
    const visaOnly = { acquirers: { VISA }, threeDsServer: null, business: null }
    expect(listMissing({ terminal, merchant: null, account: visaOnly }, ['VISA', 'AMEX'])).toEqual([
      'acquirers.AMEX',
      'business.country',
      'business.url',
    ])
  })
})
