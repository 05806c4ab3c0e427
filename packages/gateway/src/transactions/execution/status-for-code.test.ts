import { PROCESSING_CODES, type ProcessingCode } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { statusForCode } from './status-for-code.ts'

describe('transactions: status of a processing code', () => {
  it.each<[string, readonly ProcessingCode[]]>([
    ['APPROVED', ['0000']],
    ['PENDING', ['1002']],
    ['CANCELED', ['1003']],
    ['SESSION_EXPIRED', ['1005']],
    [
      'DECLINED',
      ['1000', '1001', '1004', '2001', '2002', '2003', '2005', '2006', '2020', '3000', '3001', '3002'],
    ],
    ['DECLINED', ['4100', '4101', '4200', '4201', '4202', '4203']],
  ])('is %s for %j', (status, codes) => {
    for (const code of codes) expect(statusForCode(code)).toBe(status)
  })

  it('is INVALID for the other codes of the 2000s', () => {
    const issuers = new Set(['2001', '2002', '2003', '2005', '2006', '2020'])
    const others = (Object.keys(PROCESSING_CODES) as ProcessingCode[]).filter(
      (code) => code.startsWith('2') && !issuers.has(code),
    )
    expect(others).toHaveLength(19)
    for (const code of others) expect(statusForCode(code)).toBe('INVALID')
  })
})
