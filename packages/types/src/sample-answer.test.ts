import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { type EndpointName, ENDPOINTS } from './endpoints.ts'
import { sampleAnswer } from './sample-answer.ts'

describe('sampleAnswer', () => {
  it.each(Object.keys(ENDPOINTS) as EndpointName[])('%s: keeps to the contract', (name) => {
    const { success, responses } = ENDPOINTS[name]
    const schema = (responses as Record<number, z.ZodType | null>)[success]
    const answer = sampleAnswer(name)
    if (schema) expect(schema.safeParse(answer).error?.issues).toBeUndefined()
    else expect(answer).toBeNull()
  })

  it('is a new one each time, so that the contract cannot be changed', () => {
    expect(sampleAnswer('authorize')).not.toBe(sampleAnswer('authorize'))
  })
})
