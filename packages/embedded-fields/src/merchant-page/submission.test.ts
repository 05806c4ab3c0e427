import { describe, expect, it } from 'vitest'

import { Submission } from './submission.ts'

describe('a submission', () => {
  it('ends once', () => {
    const submission = new Submission()
    const callback = () => undefined
    submission.begin(callback)
    expect(submission.end()).toBe(callback)
    expect(submission.end()).toBeUndefined()
  })

  it('is the only one, until it has ended', () => {
    const submission = new Submission()
    submission.begin(null)
    expect(() => submission.refuseSecond()).toThrow(expect.objectContaining({ code: 'payment_in_progress' }))
    expect(submission.end()).toBeNull()
    expect(submission.isRunning).toBe(false)
    expect(() => submission.refuseSecond()).not.toThrow()
  })
})
