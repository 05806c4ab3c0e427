import { describe, expect, it } from 'vitest'

import { createSafeguardWork, type SafeguardCheck, type SafeguardFailure } from './safeguard-work.ts'

const MINUTE_MS = 60_000

function prepare(checks: readonly SafeguardCheck[], claims: readonly boolean[] = []) {
  let nowMs = 0
  let asked = 0
  const counted: unknown[] = []
  const logged: unknown[] = []
  const noted: unknown[] = []
  const work = createSafeguardWork(checks, {
    clock: { now: () => nowMs },
    logger: { error: (line: unknown) => void logged.push(line), warn: () => undefined },
    claimRun: () => Promise.resolve(asked++ >= claims.length || claims[asked - 1] === true),
    telemetry: { count: (_what, labels) => void counted.push(labels['safeguard']) },
    recordRun: async (run) => void noted.push(run),
  })
  return { work, counted, logged, noted, wait: (ms: number) => (nowMs += ms) }
}

const failing = (...failures: readonly SafeguardFailure[]): SafeguardCheck => ({
  safeguard: 'invariants',
  find: () => Promise.resolve(failures),
})

describe('the check of the invariants', () => {
  it('stores the findings and the time of each run', async () => {
    const problem = { safeguard: 'invariants', problem: 'I1 t-1 does not add up' } as const
    const { work, wait, noted } = prepare([failing(problem)])
    wait(10 * MINUTE_MS)
    await work.run()
    expect(noted).toEqual([
      { safeguard: 'invariants', checkedAtMs: 10 * MINUTE_MS, problems: [problem.problem] },
    ])
  })

  it('runs ten minutes after the start, and then once an hour', async () => {
    let looks = 0
    const check: SafeguardCheck = {
      safeguard: 'invariants',
      find() {
        looks += 1
        return Promise.resolve([])
      },
    }
    const { work, wait, counted } = prepare([check])
    await work.run()
    wait(10 * MINUTE_MS - 1)
    await work.run()
    expect(looks).toBe(0)
    wait(1)
    await work.run()
    await work.run()
    expect(looks).toBe(1)
    wait(60 * MINUTE_MS)
    await work.run()
    expect([looks, counted]).toEqual([2, []])
  })

  it('counts each failing invariant once a run, and logs five of its problems', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      safeguard: 'invariants' as const,
      problem: `I1 ${index}`,
    }))
    const { work, wait, counted, logged } = prepare([
      failing(...many, { safeguard: 'key_age', problem: 'I13 old' }),
      failing({ safeguard: 'tamper_check', problem: 'https://pay.example differs' }),
    ])
    wait(10 * MINUTE_MS)
    await work.run()
    expect(counted).toEqual(['invariants', 'key_age', 'tamper_check'])
    expect(logged).toHaveLength(5 + 1 + 1)
    wait(60 * MINUTE_MS)
    await work.run()
    expect(counted).toHaveLength(6)
  })

  it('leaves a run to the process that has claimed it, and tries again ten minutes later', async () => {
    const { work, wait, counted } = prepare(
      [failing({ safeguard: 'invariants', problem: 'x' })],
      [false, true],
    )
    wait(10 * MINUTE_MS)
    await work.run()
    wait(9 * MINUTE_MS)
    await work.run()
    expect(counted).toEqual([])
    wait(MINUTE_MS)
    await work.run()
    expect(counted).toEqual(['invariants'])
  })

  it('retries a check that could not run, counts the third failure, and continues with the next', async () => {
    const broken: SafeguardCheck = {
      safeguard: 'invariants',
      find: () => Promise.reject(new Error('no database')),
    }
    const { work, wait, counted, logged } = prepare([
      broken,
      failing({ safeguard: 'tamper_check', problem: 'x' }),
    ])
    wait(10 * MINUTE_MS)
    await work.run()
    expect(counted).toEqual(['tamper_check'])
    for (let tries = 0; tries < 2; tries += 1) {
      wait(5 * MINUTE_MS)
      await work.run()
    }
    expect(counted).toEqual(['tamper_check', 'invariants'])
    expect(logged.at(-1)).toEqual({ safeguard: 'invariants', reason: 'the check could not run: no database' })
  })
})
