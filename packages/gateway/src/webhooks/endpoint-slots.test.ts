import { describe, expect, it } from 'vitest'

import { createEndpointSlots, type EndpointSlots } from './endpoint-slots.ts'

const limits = { perEndpoint: 3, total: 8 }

/** Sends one delivery that is taken at once. */
function prove(slots: EndpointSlots, endpoint: string): void {
  slots.give(slots.take(endpoint), 'swift')
}

describe('endpoint slots', () => {
  it('are so many for one endpoint', () => {
    const slots = createEndpointSlots(limits)
    expect(slots.countFree('a')).toBe(3)
    const slot = slots.take('a')
    slots.take('a')
    expect([slots.countFree('a'), slots.countTaken('a')]).toEqual([1, 2])
    slots.give(slot, 'swift')
    expect([slots.countFree('a'), slots.countTaken('a')]).toEqual([2, 1])
  })

  it('leave half for those that answer, however many hang', () => {
    const slots = createEndpointSlots(limits)
    prove(slots, 'swift')
    const hanging = Array.from({ length: 20 }, (_, index) => `hanging-${index}`)
    const taken = hanging.filter((endpoint) => slots.countFree(endpoint) > 0 && slots.take(endpoint))
    expect(taken).toHaveLength(4)
    expect(slots.countFree('swift')).toBe(3)
  })

  it('are taken back from one that no longer answers', () => {
    const slots = createEndpointSlots(limits)
    prove(slots, 'a')
    slots.give(slots.take('a'), 'slow')
    for (const endpoint of ['b', 'c', 'd', 'e']) slots.take(endpoint)
    expect(slots.countFree('a')).toBe(0)
  })

  it('never are more than all together', () => {
    const slots = createEndpointSlots(limits)
    const swift = ['a', 'b', 'c', 'd']
    for (const endpoint of swift) prove(slots, endpoint)
    let taken = 0
    for (const endpoint of swift) {
      while (slots.countFree(endpoint) > 0) {
        slots.take(endpoint)
        taken += 1
      }
    }
    expect(taken).toBe(8)
  })
})

it('tries an endpoint that failed by a few at a time, until it takes one', () => {
  const slots = createEndpointSlots({ perEndpoint: 10, total: 100 })
  expect(slots.countFree('a')).toBe(10)
  slots.give(slots.take('a'), 'failing')
  expect(slots.countFree('a')).toBe(2)
  slots.give(slots.take('a'), 'swift')
  expect(slots.countFree('a')).toBe(10)
})
