import { expect, it } from 'vitest'

import { type CommonFault, createFaults } from './fault-plan.ts'

it('hits the requests that a plan names, and no other', () => {
  const faults = createFaults<CommonFault>()
  faults.plan({ kind: 'late', method: 'POST', path: '/captures$', nth: 2, times: 2 })
  const hit = (method: string, path: string) => faults.next(method, path)
  expect(hit('POST', '/v1/captures')).toBeNull()
  expect(hit('GET', '/v1/captures')).toBeNull()
  expect(hit('POST', '/v1/refunds')).toBeNull()
  expect(hit('POST', '/v1/captures')).toBe('late')
  expect(hit('POST', '/v2/captures')).toBe('late')
  expect(hit('POST', '/v1/captures')).toBeNull()
})

it('uses the next plan when the first does not hit', () => {
  const faults = createFaults<CommonFault | 'lock-timeout'>()
  faults.plan({ kind: 'request-lost', path: '/refunds$', nth: 2 })
  faults.plan({ kind: 'lock-timeout', path: '.' })
  expect([faults.next('POST', '/refunds'), faults.next('POST', '/refunds')]).toEqual([
    'lock-timeout',
    'request-lost',
  ])
  faults.plan({ kind: 'late', path: '.' })
  faults.clear()
  expect(faults.next('POST', '/refunds')).toBeNull()
})
