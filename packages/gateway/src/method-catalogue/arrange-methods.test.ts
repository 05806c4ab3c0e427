import { ALTERNATIVE_TYPES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { arrangeMethods, describeMethod, type MethodSettings } from './index.ts'

const [IDEAL, EPS, SKRILL, TRANSFER] = [
  'provider-redirect-idl',
  'provider-redirect-npy',
  'provider-redirect-wlt',
  'payment_bank_transfer',
] as const

function describeAll(settings: Readonly<Record<string, MethodSettings>>, types: readonly string[]) {
  const atTerminal = new Map(Object.entries(settings))
  return types.map((type) => describeMethod(type, undefined, atTerminal))
}

const arrange = (
  settings: Readonly<Record<string, MethodSettings>>,
  types: readonly string[],
  { currency = 'EUR', country = null as string | null, amountMinor = 1_000 } = {},
) => arrangeMethods(describeAll(settings, types), { currency, country, amountMinor }).map(({ type }) => type)

describe('the list of methods', () => {
  it('has the methods of the country first, then those of the currency, then all others', () => {
    const types = [TRANSFER, SKRILL, EPS, IDEAL]
    expect(arrange({}, types)).toEqual([IDEAL, EPS, TRANSFER, SKRILL])
    expect(arrange({}, types, { country: 'AT' })).toEqual([EPS, TRANSFER, SKRILL])
    expect(arrange({}, types, { currency: 'SEK' })).toEqual([TRANSFER, SKRILL])
  })

  it('follows the configured order within these, and methods without a number come last', () => {
    const settings = { [SKRILL]: { order: 1 }, [EPS]: { order: 2 }, [IDEAL]: { order: 5 } }
    expect(arrange(settings, [TRANSFER, SKRILL, IDEAL, EPS])).toEqual([EPS, IDEAL, SKRILL, TRANSFER])
  })

  it('omits methods that are hidden, nameless, from other countries, or outside their amount limits', () => {
    const limited = { amounts: { EUR: { minMinor: 10, maxMinor: 1_000 } } }
    expect(arrange({ [SKRILL]: { visible: false } }, [SKRILL])).toEqual([])
    expect(arrange({}, ['provider-redirect-chp'])).toEqual([])
    expect(arrange({ [SKRILL]: { countries: ['SE'] } }, [SKRILL], { country: 'DE' })).toEqual([])
    expect(arrange({ [SKRILL]: limited }, [SKRILL])).toEqual([SKRILL])
    expect(arrange({ [SKRILL]: limited }, [SKRILL], { amountMinor: 1_001 })).toEqual([])
    expect(arrange({ [SKRILL]: limited }, [SKRILL], { amountMinor: 9 })).toEqual([])
    expect(arrange({ [SKRILL]: limited }, [SKRILL], { amountMinor: 9, currency: 'SEK' })).toEqual([SKRILL])
  })

  it('offers a scheme everywhere if configured', () => {
    const everywhere = { [EPS]: { countries: [], currencies: [] } }
    expect(arrange(everywhere, [EPS], { country: 'SE', currency: 'SEK' })).toEqual([EPS])
  })

  it('does not depend on the order in which a terminal lists its methods', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...ALTERNATIVE_TYPES]), (types) => {
        expect(arrange({}, types)).toEqual(arrange({}, types.toSorted()))
      }),
    )
  })
})
