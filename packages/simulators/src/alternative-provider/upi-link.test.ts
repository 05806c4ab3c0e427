import { describe, expect, it } from 'vitest'

import { upiLinkFor } from './upi-link.ts'

describe('UPI links', () => {
  it('name the payee, the amount and the purpose', () => {
    const link = upiLinkFor({
      merchantName: 'Tea & Books',
      amountMinor: 129_950,
      currency: 'INR',
      transactionId: '0193a5b0-0000-7000-8000-000000000001',
    })
    expect(link).toBe(
      'upi://pay?pa=shop@kopernik&pn=Tea%20%26%20Books&am=1299.50&cu=INR&tr=0193a5b0-0000-7000-8000-000000000001',
    )
  })
})
