import { describe, expect, it } from 'vitest'

import { keepSteps, type RunningStep } from './step-memory.ts'

const STEP: RunningStep = {
  envelope: { result: null, action: null, redirect: null, form_submit: null },
  paymentData: 'handle',
}

describe('keepSteps', () => {
  it('keeps the steps of sessions apart until they are deleted', () => {
    const storage = makeStorage()
    const memory = keepSteps('one', () => storage)
    memory.write(STEP)
    expect(keepSteps('one', () => storage).read()).toEqual(STEP)
    expect(keepSteps('two', () => storage).read()).toBeNull()
    memory.forget()
    expect(memory.read()).toBeNull()
  })

  it('works without the storage that a browser denies to frames', () => {
    const memory = keepSteps('one', () => {
      throw new DOMException('denied', 'SecurityError')
    })
    memory.write(STEP)
    expect(memory.read()).toBeNull()
    memory.forget()
  })
})

function makeStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage
}
