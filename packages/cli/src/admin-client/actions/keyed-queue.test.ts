import { describe, expect, it } from 'vitest'

import { createKeyedQueue } from './keyed-queue.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

function createGates() {
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      gates.set(name, resolve)
    })
  return { begun, work, end: (name: string) => gates.get(name)?.() }
}

describe('taking turns', () => {
  it('runs the jobs of one key in order, and jobs of other keys at the same time', async () => {
    const { begun, work, end } = createGates()
    const queue = createKeyedQueue(10)
    await queue.add('a', work('a1'))
    await queue.add('a', work('a2'))
    await queue.add('b', work('b1'))
    await settle()
    expect(begun).toEqual(['a1', 'b1'])
    end('a1')
    await settle()
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    end('a2')
    end('b1')
    await queue.finish()
  })

  it('accepts no more jobs than its limit', async () => {
    const { work, end } = createGates()
    const queue = createKeyedQueue(2)
    await queue.add('a', work('a1'))
    let hasRoom = false
    const added = queue.add('b', work('b1')).then(() => (hasRoom = true))
    await settle()
    expect(hasRoom).toBe(false)
    end('b1')
    await added
    end('a1')
    await queue.finish()
  })
})
