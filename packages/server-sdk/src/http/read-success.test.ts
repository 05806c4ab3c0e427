import { ENDPOINTS } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { transaction } from '../../test/records.ts'

import { DECIDING_MEMBERS } from './deciding-members.ts'
import { readSuccess } from './read-success.ts'

const details = {
  call: { method: 'POST', path: '/api/transactions/manage' },
  status: 200,
  requestId: undefined,
  outcomeUnknown: true,
} as const
const schema = ENDPOINTS.manage.responses[200]

function read(changes: Readonly<Record<string, unknown>>) {
  const deviations: string[] = []
  const onDeviation = (members: readonly string[]) => void deviations.push(...members)
  const deciding = DECIDING_MEMBERS.manage
  const text = JSON.stringify({ ...transaction, ...changes })
  return { result: readSuccess(text, { schema, details, deciding, onDeviation }), deviations }
}

describe('approved and pending of another deployment', () => {
  it.each([
    ['APPROVED', true, false],
    ['PENDING', false, true],
    ['CREATED', false, true],
    ['DECLINED', false, false],
    ['CANCELED', false, false],
    ['SETTLING_LATER', false, true],
  ])('are read from the status %s', (status, approved, pending) => {
    for (const sent of [undefined, null, 'false', 'true', 1]) {
      const { result, deviations } = read({ status, approved: sent, pending: sent })
      expect(result).toMatchObject({ approved, pending })
      expect(deviations).toEqual(['approved', 'pending'])
    }
  })

  it('are the values that were sent if they are booleans', () => {
    const { result, deviations } = read({ status: 'APPROVED', approved: false, pending: true })
    expect(result).toMatchObject({ approved: false, pending: true })
    expect(deviations).toEqual([])
  })

  it('cannot be read without a status', () => {
    expect(() => read({ status: undefined })).toThrow('status')
  })
})
