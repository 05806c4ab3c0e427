import { describe, expect, it } from 'vitest'

import { mergeChanges } from './merge-changes.ts'

describe('mergeChanges', () => {
  it('merges objects, replaces everything else, and keeps the order', () => {
    const message = { event: 'a', payload: { status: 'APPROVED', metadata: { x: 1 }, errors: [1, 2] } }
    const changes = { payload: { errors: [], status: 'DECLINED', metadata: { y: 2 }, more: true } }
    expect(JSON.stringify(mergeChanges(message, changes))).toBe(
      '{"event":"a","payload":{"status":"DECLINED","metadata":{"x":1,"y":2},"errors":[],"more":true}}',
    )
    expect(message.payload.status).toBe('APPROVED')
  })

  it('changes nothing without changes, and creates a missing object', () => {
    expect(mergeChanges({ a: 1 }, {})).toEqual({ a: 1 })
    expect(mergeChanges({ a: 1, b: [1] }, { a: { b: 2 }, b: { c: 3 } })).toEqual({ a: { b: 2 }, b: { c: 3 } })
  })
})
