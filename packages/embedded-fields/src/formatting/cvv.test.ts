import { expect, it } from 'vitest'

import { formatCvv } from './cvv.ts'
import { digitsOf } from './digits.ts'

it('a security code keeps its digits, as many as the brand prints', () => {
  expect([formatCvv('1 2a3', 3), formatCvv('1234', 3), formatCvv('1234', 4), formatCvv('', 3)]).toEqual([
    '123',
    '123',
    '1234',
    '',
  ])
})

it.each([
  '０１２３４５６７８９',
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '০১২৩৪৫৬৭৮৯',
  '๐๑๒๓๔๕๖๗๘๙',
  '၀၁၂၃၄၅၆၇၈၉',
])('the digits of %s are those of ASCII', (text) => {
  expect(digitsOf(text)).toBe('0123456789')
})
