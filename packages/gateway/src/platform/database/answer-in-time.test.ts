import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { answerInTime, type Asked, SilentDatabaseError } from './answer-in-time.ts'
import type { Pipeline } from './pipeline.ts'
import { createStatementNames } from './statement-names.ts'

const DEADLINE_MS = 5_000
const INSERT: Asked = { text: 'insert', values: [] }

class Refused extends Error {}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function lend() {
  const released: unknown[] = []
  const pipelines: Pipeline[] = []
  const client = {
    query: (pipeline: Pipeline) => (pipelines.push(pipeline), pipeline),
    // As the pool does it: what waits for an answer fails.
    release: (error?: unknown) =>
      released.push(error) && error && pipelines.at(-1)?.handleError(new Error('Connection terminated')),
  }
  const lent = answerInTime(client as unknown as PoolClient, {
    deadlineMs: DEADLINE_MS,
    names: createStatementNames(),
    prepared: new Set(),
    findParser: () => String,
  })
  const run = (...asked: readonly Asked[]) => {
    const answers = lent.run(asked)
    answers.catch(() => undefined)
    const pipeline = pipelines.at(-1)
    if (pipeline === undefined) throw new Error('nothing was sent')
    return { answers, pipeline }
  }
  return { lent, run, released, pipelines }
}

it('counts the silence since the last answer, not since the first question', async () => {
  const { run, released } = lend()
  const { answers, pipeline } = run(INSERT, INSERT, INSERT)
  for (let answered = 0; answered < 3; answered += 1) {
    vi.advanceTimersByTime(DEADLINE_MS - 1)
    pipeline.handleCommandComplete({ text: 'INSERT 0 1' })
  }
  pipeline.handleReadyForQuery()
  expect(await answers).toHaveLength(3)
  vi.advanceTimersByTime(DEADLINE_MS)
  expect(released).toEqual([])
})

it('gives up a connection that has gone silent, for good', async () => {
  const { lent, run, released, pipelines } = lend()
  const { answers, pipeline } = run(INSERT, INSERT)
  pipeline.handleCommandComplete({ text: 'INSERT 0 1' })
  vi.advanceTimersByTime(DEADLINE_MS)
  await expect(answers).rejects.toThrow(SilentDatabaseError)
  await expect(lent.run([INSERT])).rejects.toThrow(SilentDatabaseError)
  await expect(lent.runText('rollback')).rejects.toThrow(SilentDatabaseError)
  lent.release(false)
  expect([released.length, pipelines.length]).toEqual([1, 1])
})

it('says what the caller says of a statement that divides by zero, and of that one alone', async () => {
  const failure = Object.assign(new Error('division by zero'), { code: '22012' })
  const claim: Asked = { ...INSERT, otherwise: () => new Refused() }
  const first = lend().run(claim, INSERT)
  first.pipeline.handleError(failure)
  await expect(first.answers).rejects.toThrow(Refused)
  const second = lend().run(claim, INSERT)
  second.pipeline.handleCommandComplete({ text: 'INSERT 0 1' })
  second.pipeline.handleError(failure)
  await expect(second.answers).rejects.toBe(failure)
  const third = lend().run(claim)
  third.pipeline.handleError(new Error('Connection terminated'))
  await expect(third.answers).rejects.toThrow('Connection terminated')
})

it('sends nothing when a value cannot be sent', async () => {
  const { lent, pipelines } = lend()
  await expect(lent.run([INSERT, { text: 'insert', values: [new Date(0)] }])).rejects.toThrow(TypeError)
  expect(pipelines).toEqual([])
})
