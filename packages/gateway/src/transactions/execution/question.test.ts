import { describe, expect, it } from 'vitest'

import type { BoundProvider } from './bound-provider.ts'
import { askByKey, withdraw } from './question.ts'

const ATTEMPT = { id: 'attempt-1', transactionId: 'transaction-1' }
const SILENT = { kind: 'silent' }
const heard = (value: unknown) => ({ kind: 'answered', value })
const outcome = (processingCode: string) => ({ processingCode })

interface Answers {
  readonly cancel?: unknown
  readonly found?: unknown
  readonly fence?: unknown
  readonly fences?: boolean
}

const providerThat = ({ cancel, found, fence, fences = true }: Answers) =>
  ({
    capabilities: { fences },
    cancelOrder: () => Promise.resolve(cancel),
    findOutcome: () => Promise.resolve(found),
    fence: () => Promise.resolve(fence),
  }) as unknown as BoundProvider

describe('an order that is given up', () => {
  it.each<[string, unknown, unknown]>([
    ['withdrawn as its provider promises', heard(outcome('1003')), { kind: 'withdrawn' }],
    [
      'decided when it was paid meanwhile',
      heard(outcome('0000')),
      { kind: 'decided', outcome: outcome('0000') },
    ],
    ['open while its provider does not know', heard(outcome('1002')), { kind: 'open' }],
    ['unknown when its provider refuses the call', heard(outcome('2024')), { kind: 'unknown' }],
    ['unknown when its provider is silent', SILENT, { kind: 'unknown' }],
  ])('is %s', async (_, cancel, expected) => {
    expect(await withdraw(providerThat({ cancel }), ATTEMPT)).toEqual(expected)
  })

  it('is unknown when its provider is gone', async () => {
    expect(await withdraw(undefined, ATTEMPT)).toEqual({ kind: 'unknown' })
  })
})

describe('an attempt that its provider is asked about', () => {
  it.each<[string, Answers, unknown]>([
    ['decided', { found: heard(outcome('0000')) }, { kind: 'decided', outcome: outcome('0000') }],
    ['open', { found: heard(outcome('1002')) }, { kind: 'open' }],
    ['unknown when the provider is silent', { found: SILENT }, { kind: 'unknown' }],
    ['unknown without fences', { found: heard(null), fences: false }, { kind: 'unknown' }],
    ['unknown when the fence is not answered', { found: heard(null), fence: SILENT }, { kind: 'unknown' }],
    [
      'fenced when it was never seen',
      { found: heard(null), fence: heard({ kind: 'fenced' }) },
      { kind: 'fenced' },
    ],
    ['open while it runs', { found: heard(null), fence: heard({ kind: 'in_progress' }) }, { kind: 'open' }],
    [
      'decided when it came meanwhile',
      { found: heard(null), fence: heard({ kind: 'outcome', outcome: outcome('1000') }) },
      { kind: 'decided', outcome: outcome('1000') },
    ],
  ])('is %s', async (_, answers, expected) => {
    expect(await askByKey(providerThat(answers), ATTEMPT)).toEqual(expected)
  })

  it('is unknown when its provider is gone', async () => {
    expect(await askByKey(undefined, ATTEMPT)).toEqual({ kind: 'unknown' })
  })
})
