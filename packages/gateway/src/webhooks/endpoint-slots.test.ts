import { describe, expect, it } from 'vitest'

import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { createEndpointSlots, type EndpointSlots, type EndpointHealth, SWIFT_MS } from './endpoint-slots.ts'

const limits = { perEndpoint: 3, total: 8 }
const clock = createManualClock()

/** Sends one delivery. */
function send(slots: EndpointSlots, endpoint: string, health: EndpointHealth): void {
  const [slot, ...others] = slots.takeFree(endpoint, endpoint)
  for (const other of others) slots.give(other, null)
  if (slot) slots.give(slot, health)
}

describe('endpoint slots', () => {
  it('are limited for one endpoint', () => {
    const slots = createEndpointSlots(limits, clock)
    const [one, two, ...more] = slots.takeFree('a', 'a')
    expect(more).toHaveLength(1)
    expect(slots.takeFree('a', 'a')).toEqual([])
    for (const slot of [one, two]) if (slot) slots.give(slot, 'swift')
    expect(slots.takeFree('a', 'a')).toHaveLength(2)
  })

  it('are not taken one by one while more are coming back', () => {
    const slots = createEndpointSlots({ perEndpoint: 4, total: 8 }, clock)
    const [one, two] = slots.takeFree('a', 'a')
    if (one) slots.give(one, 'swift')
    expect(slots.takeFree('a', 'a')).toEqual([])
    if (two) slots.give(two, 'swift')
    expect(slots.takeFree('a', 'a')).toHaveLength(2)
  })

  it('are available while other calls hang', () => {
    const slots = createEndpointSlots({ perEndpoint: 10, total: 100 }, clock)
    send(slots, 'a', 'swift')
    for (const slot of slots.takeFree('a', 'a').slice(6)) slots.give(slot, 'swift')
    clock.advance(SWIFT_MS - 1)
    expect(slots.takeFree('a', 'a')).toEqual([])
    clock.advance(1)
    const others = slots.takeFree('a', 'a')
    expect(others).toHaveLength(4)
    // They are not taken one by one either.
    for (const slot of others.slice(3)) slots.give(slot, 'swift')
    expect(slots.takeFree('a', 'a')).toEqual([])
    for (const slot of others.slice(0, 3)) slots.give(slot, 'swift')
    expect(slots.takeFree('a', 'a')).toHaveLength(4)
  })

  it('leave half for those that answer, however many hang', () => {
    const slots = createEndpointSlots(limits, clock)
    send(slots, 'swift', 'swift')
    const hanging = Array.from({ length: 20 }, (_, index) => `hanging-${index}`)
    expect(hanging.flatMap((endpoint) => slots.takeFree(endpoint, endpoint))).toHaveLength(4)
    expect(slots.takeFree('swift', 'swift')).toHaveLength(3)
  })

  it('are withdrawn from an endpoint that no longer answers', () => {
    const slots = createEndpointSlots(limits, clock)
    send(slots, 'a', 'swift')
    send(slots, 'a', 'slow')
    for (const endpoint of ['b', 'c']) slots.takeFree(endpoint, endpoint)
    expect(slots.takeFree('a', 'a')).toEqual([])
  })

  it('never are more than all together', () => {
    const slots = createEndpointSlots(limits, clock)
    const swift = ['a', 'b', 'c', 'd']
    for (const endpoint of swift) send(slots, endpoint, 'swift')
    expect(swift.flatMap((endpoint) => slots.takeFree(endpoint, endpoint))).toHaveLength(8)
  })

  it('record nothing about an endpoint when they are returned unused', () => {
    const slots = createEndpointSlots(limits, clock)
    send(slots, 'a', 'swift')
    for (const slot of slots.takeFree('a', 'a')) slots.give(slot, null)
    expect(slots.isSwift('a')).toBe(true)
    expect(slots.takeFree('a', 'a')).toHaveLength(3)
  })
})

it('tries an endpoint that failed with a few calls at a time, until one succeeds', () => {
  const slots = createEndpointSlots({ perEndpoint: 10, total: 100 }, clock)
  send(slots, 'a', 'failing')
  const few = slots.takeFree('a', 'a')
  expect(few).toHaveLength(2)
  for (const slot of few) slots.give(slot, 'swift')
  expect(slots.takeFree('a', 'a')).toHaveLength(10)
})

describe('slots of a host that does not answer', () => {
  const HOST = 'hooks.example'
  const endpoints = Array.from({ length: 20 }, (_, index) => `endpoint-${index}`)
  const takeAll = (slots: EndpointSlots) => endpoints.flatMap((endpoint) => slots.takeFree(endpoint, HOST))

  it('are few for all of its endpoints together, so that others find some', () => {
    const slots = createEndpointSlots(limits, clock)
    const hanging = takeAll(slots)
    expect(hanging).toHaveLength(4)
    expect(slots.takeFree('another', 'other.example')).toEqual([])
    clock.advance(4_000)
    for (const slot of hanging) slots.give(slot, 'timeout')
    expect(takeAll(slots)).toHaveLength(2)
    expect(slots.takeFree('another', 'other.example')).toHaveLength(2)
  })

  it('are unlimited again when only one endpoint gives no answer', () => {
    const slots = createEndpointSlots({ perEndpoint: 10, total: 100 }, clock)
    for (let round = 0; round < 3; round += 1) {
      const hanging = slots.takeFree('stranger', HOST)
      clock.advance(10_000)
      for (const slot of hanging) slots.give(slot, 'timeout')
    }
    expect(slots.takeFree('another', HOST)).toHaveLength(10)
  })

  it('leave one for an endpoint that has not failed, and stay few after one that was not used', () => {
    const slots = createEndpointSlots(limits, clock)
    const hanging = takeAll(slots)
    clock.advance(4_000)
    for (const slot of hanging) slots.give(slot, 'timeout')
    const [failed, ...more] = slots.takeFree('endpoint-0', HOST)
    expect(more).toEqual([])
    if (failed) slots.give(failed, null)
    expect(slots.takeFree('endpoint-0', HOST)).toHaveLength(1)
    expect(slots.takeFree('endpoint-1', HOST)).toEqual([])
    expect(slots.takeFree('endpoint-9', HOST)).toHaveLength(1)
  })

  it('are none while enough of its calls hang', () => {
    const slots = createEndpointSlots({ perEndpoint: 3, total: 40 }, clock)
    const begun = endpoints.slice(0, 2).flatMap((endpoint) => slots.takeFree(endpoint, HOST))
    expect(begun).toHaveLength(6)
    clock.advance(4_000)
    expect(slots.takeFree('endpoint-2', HOST)).toEqual([])
    expect(slots.takeFree('another', 'other.example')).toHaveLength(3)
  })

  it.each(['swift', 'slow', 'failing'] as const)('are unlimited again once it answered: %s', (health) => {
    const slots = createEndpointSlots(limits, clock)
    const hanging = takeAll(slots)
    clock.advance(4_000)
    for (const slot of hanging) slots.give(slot, 'timeout')
    const [probe, other] = takeAll(slots)
    if (other) slots.give(other, null)
    if (probe) slots.give(probe, health)
    expect(slots.takeFree('endpoint-9', HOST)).toHaveLength(3)
  })
})
