import { describe, expect, it } from 'vitest'

import { EVERY_CAPABILITY, FENCED } from '../../../test/make-provider.ts'
import { makeOpening } from '../../../test/transaction-fixtures.ts'
import type { BoundProvider } from './bound-provider.ts'
import { type CallDeclaration, mapCalls } from './declarations.ts'
import { queryByKey, withdraw } from './status-query.ts'

const OPENING = makeOpening()
const ATTEMPT = OPENING.attempt
const SILENT = { kind: 'unanswered' }
const result = (value: unknown) => ({ kind: 'answered', value })
const outcome = (processingCode: string) => ({ processingCode })

interface Answers {
  readonly cancel?: unknown
  readonly found?: unknown
  readonly fence?: unknown
  readonly fences?: boolean
  readonly isNamed?: boolean
}

const providerThat = ({ cancel, found, fence, fences = true }: Answers) =>
  ({
    capabilities: fences ? FENCED : EVERY_CAPABILITY,
    cancelOrder: () => Promise.resolve(cancel),
    findOutcome: () => Promise.resolve(found),
    fence: () => Promise.resolve(fence),
  }) as unknown as BoundProvider

describe('an order that is withdrawn', () => {
  it.each<[string, unknown, unknown]>([
    ['withdrawn as its provider promises', result(outcome('1003')), { kind: 'withdrawn' }],
    [
      'decided when it was paid meanwhile',
      result(outcome('0000')),
      { kind: 'decided', outcome: outcome('0000') },
    ],
    ['open while its provider does not know', result(outcome('1002')), { kind: 'open' }],
    ['unknown when its provider refuses the call', result(outcome('2024')), { kind: 'unknown' }],
    ['unknown when its provider is silent', SILENT, { kind: 'unknown', isSilent: true }],
  ])('is %s', async (_, cancel, expected) => {
    expect(await withdraw(providerThat({ cancel }), ATTEMPT)).toEqual(expected)
  })

  it('is unknown when its provider is gone', async () => {
    expect(await withdraw(undefined, ATTEMPT)).toEqual({ kind: 'unknown' })
  })
})

describe('a provider that finds payments by its own id', () => {
  it.each([
    ['by-our-key', false, ['find', 'fence']],
    ['by-their-id', true, ['find', 'fence']],
    ['by-their-id', false, ['fence']],
  ] as const)('declared %s, named: %s, is queried by %o', async (lookup, isNamed, expected) => {
    const asked: string[] = []
    const provider = {
      capabilities: {
        ...FENCED,
        calls: mapCalls((kind) => ({ ...FENCED.calls[kind], lookup })),
      },
      isNamed: () => Promise.resolve(isNamed),
      findOutcome: () => (asked.push('find'), Promise.resolve(result(null))),
      fence: () => (asked.push('fence'), Promise.resolve(result({ kind: 'fenced' }))),
    } as unknown as BoundProvider
    expect(await queryByKey(provider, OPENING)).toEqual({ kind: 'fenced' })
    expect(asked).toEqual(expected)
  })
})

describe('a status query of an attempt', () => {
  it.each<[string, Answers, unknown]>([
    ['decided', { found: result(outcome('0000')) }, { kind: 'decided', outcome: outcome('0000') }],
    ['open', { found: result(outcome('1002')) }, { kind: 'open' }],
    ['unknown when the provider is silent', { found: SILENT }, { kind: 'unknown', isSilent: true }],
    ['unknown without fences', { found: result(null), fences: false }, { kind: 'unknown' }],
    [
      'unknown when the fence is not answered',
      { found: result(null), fence: SILENT },
      { kind: 'unknown', isSilent: true },
    ],
    [
      'fenced when it was never seen',
      { found: result(null), fence: result({ kind: 'fenced' }) },
      { kind: 'fenced' },
    ],
    ['open while it runs', { found: result(null), fence: result({ kind: 'in_progress' }) }, { kind: 'open' }],
    [
      'decided when it came meanwhile',
      { found: result(null), fence: result({ kind: 'outcome', outcome: outcome('1000') }) },
      { kind: 'decided', outcome: outcome('1000') },
    ],
  ])('is %s', async (_, answers, expected) => {
    expect(await queryByKey(providerThat(answers), OPENING)).toEqual(expected)
  })

  it('is unknown when its provider is gone', async () => {
    expect(await queryByKey(undefined, OPENING)).toEqual({ kind: 'unknown' })
  })
})

/** Returns an execution of each kind, at a provider whose calls have these declarations. */
function declare(changes: Partial<CallDeclaration>, answers: Answers = {}) {
  const calls = mapCalls((kind) => ({ ...EVERY_CAPABILITY.calls[kind], ...changes }))
  const asked: string[] = []
  const answer = (name: string, value: unknown) => () => {
    asked.push(name)
    return Promise.resolve(value)
  }
  const provider = {
    capabilities: { ...EVERY_CAPABILITY, calls },
    findOutcome: answer('find', answers.found),
    isNamed: () => Promise.resolve(answers.isNamed ?? false),
    fence: answer('fence', answers.fence),
  } as unknown as BoundProvider
  return { provider, asked }
}

const withStatus = (status: 'PENDING' | 'UNKNOWN') => ({ ...OPENING, attempt: { ...ATTEMPT, status } })

describe('a provider that only reports', () => {
  it('is never queried: what it acknowledged stays open', async () => {
    const { provider, asked } = declare({ lookup: 'events-only', fence: 'native' })
    expect(await queryByKey(provider, withStatus('PENDING'))).toEqual({ kind: 'open' })
    expect(asked).toEqual([])
  })

  it('fences what it did not acknowledge, where it can', async () => {
    const { provider, asked } = declare(
      { lookup: 'events-only', fence: 'native' },
      { fence: result({ kind: 'fenced' }) },
    )
    expect(await queryByKey(provider, withStatus('UNKNOWN'))).toEqual({ kind: 'fenced' })
    expect(asked).toEqual(['fence'])
  })

  it('leaves what it did not acknowledge unknown without fences', async () => {
    const { provider, asked } = declare({ lookup: 'events-only', fence: 'none' })
    expect(await queryByKey(provider, withStatus('UNKNOWN'))).toEqual({ kind: 'unknown' })
    expect(asked).toEqual([])
  })
})

describe('a provider that answers a repeated request with the first outcome', () => {
  const { provider, asked } = declare({ lookup: 'by-repeat', fence: 'native' })

  it.each<[string, unknown, unknown]>([
    ['decides by it', result(outcome('0000')), { kind: 'decided', outcome: outcome('0000') }],
    ['leaves it open', result(outcome('1002')), { kind: 'open' }],
    ['decides nothing by a refusal of the repetition', result(outcome('2024')), { kind: 'unknown' }],
    ['decides nothing by silence', SILENT, { kind: 'unknown', isSilent: true }],
  ])('%s', async (_, repeated, expected) => {
    expect(await queryByKey(provider, OPENING, () => Promise.resolve(repeated as never))).toEqual(expected)
    expect(asked).toEqual([])
  })

  it('is not queried again once the window is over and no answer has named the call', async () => {
    expect(await queryByKey(provider, OPENING)).toEqual({ kind: 'unknown' })
    expect(asked).toEqual([])
  })

  it.each<[string, unknown, unknown]>([
    ['decided', result(outcome('0000')), { kind: 'decided', outcome: outcome('0000') }],
    ['still open', result(outcome('1002')), { kind: 'open' }],
    ['unknown to it', result(null), { kind: 'unknown' }],
    ['not reported', SILENT, { kind: 'unknown', isSilent: true }],
  ])('is queried by what it named once the window is over: %s', async (_, found, expected) => {
    const named = declare({ lookup: 'by-repeat', fence: 'none' }, { found, isNamed: true })
    expect(await queryByKey(named.provider, withStatus('PENDING'))).toEqual(expected)
    expect(named.asked).toEqual(['find'])
  })
})
