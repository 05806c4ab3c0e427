import { expect, it } from 'vitest'

import { formatMoment } from '../wording/format.ts'
import { describeDetail } from './audit-detail.ts'

it.each([
  [
    { outcome: 'signed_in', methods: 'pwd otp mfa' },
    ['Outcome: Signed in', 'Methods: Password, One-time code, Two factors'],
  ],
  [{ roles: 'api,dispatcher' }, ['Roles: API, Dispatcher']],
  [{ roles: 'transactions:read,payment-links' }, ['Roles: Transactions read, Payment links']],
  [{ outcome: 403 }, ['Outcome: HTTP 403']],
  [{ outcome: 'providerFailed', step: 'provider' }, ['Outcome: Provider failed', 'Step: Provider']],
  [
    { type: 'REFUND', amount: 1250, currency: 'EUR', parent: '', status: 'PENDING' },
    ['Type: Refund', 'Amount: EUR\u00A012.50', 'Status: Pending'],
  ],
  [
    { reason: 'asked by phone, twice', request_id: 'req_a-B' },
    ['Reason: asked by phone, twice', 'Request id: req_a-B'],
  ],
  [
    { old_secret_until: '2026-12-01T00:00:00Z' },
    [`Old secret until: ${formatMoment('2026-12-01T00:00:00Z')}`],
  ],
])('describes %j', (detail, lines) => {
  expect(describeDetail(detail).map(({ name, text }) => `${name}: ${text}`)).toEqual(lines)
})
