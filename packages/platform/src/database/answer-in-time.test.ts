import { EventEmitter } from 'node:events'

import { DatabaseError, type PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { answerInTime, type BoundStatement, DatabaseTimeoutError } from './answer-in-time.ts'
import type { Pipeline } from './pipeline.ts'
import { isDatabaseOutage, LostConnectionError, UnreadableAnswerError } from './database-errors.ts'
import { createStatementNames } from './statement-names.ts'

const DEADLINE_MS = 5_000
const INSERT: BoundStatement = { text: 'insert', values: [] }

class Refused extends Error {}

/** The error as the server sends it. */
const refusal = (code: string, severity = 'ERROR') =>
  Object.assign(new DatabaseError('refused', 0, 'error'), { code, severity })

async function nextTurns(): Promise<'waiting'> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  return 'waiting'
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function lend() {
  const released: unknown[] = []
  const pipelines: Pipeline[] = []
  const stream = { destroyed: false, destroy: () => (stream.destroyed = true) }
  const connection = Object.assign(new EventEmitter(), { stream })
  const client = {
    connection,
    readyForQuery: false,
    query: (pipeline: Pipeline) => (pipelines.push(pipeline), pipeline),
    release: (error?: unknown) => void released.push(error),
  }
  const lent = answerInTime(client as unknown as PoolClient, {
    deadlineMs: DEADLINE_MS,
    names: createStatementNames(),
    prepared: new Set(),
    findParser: () => String,
  })
  const run = (...asked: readonly BoundStatement[]) => {
    const answers = lent.run(asked)
    answers.catch(() => undefined)
    const pipeline = pipelines.at(-1)
    if (pipeline === undefined) throw new Error('nothing was sent')
    return { answers, pipeline }
  }
  return { lent, run, released, pipelines, client, connection }
}

it('measures the silence since the last answer, not since the first query', async () => {
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

it('refuses a value with an ambiguous text form, sends nothing, and keeps the connection', async () => {
  const { lent, pipelines, released } = lend()
  const saying = lent.run([INSERT, { text: 'insert', values: ['x', new Date(0)] }])
  await expect(saying).rejects.toThrow(TypeError)
  lent.release(false)
  expect([pipelines, released]).toEqual([[], [false]])
})

it('permanently abandons a connection that stopped responding', async () => {
  const { lent, run, released, pipelines } = lend()
  const { answers, pipeline } = run(INSERT, INSERT)
  pipeline.handleCommandComplete({ text: 'INSERT 0 1' })
  vi.advanceTimersByTime(DEADLINE_MS)
  await expect(answers).rejects.toThrow(DatabaseTimeoutError)
  await expect(lent.run([INSERT])).rejects.toThrow(DatabaseTimeoutError)
  await expect(lent.runText('rollback')).rejects.toThrow(DatabaseTimeoutError)
  lent.release(false)
  expect([released.length, pipelines.length]).toEqual([1, 1])
})

it('abandons a connection whose queue makes no progress, and destroys it', async () => {
  const { lent, run, released, connection } = lend()
  const { answers, pipeline } = run(INSERT)
  pipeline.handleError(refusal('55P03'))
  vi.advanceTimersByTime(DEADLINE_MS)
  await expect(answers).rejects.toThrow(DatabaseTimeoutError)
  await expect(lent.runText('rollback')).rejects.toThrow(DatabaseTimeoutError)
  expect([connection.stream.destroyed, released.length]).toEqual([true, 1])
})

describe('a statement that the server refuses', () => {
  it('has failed once the server is ready for the next one', async () => {
    const { lent, run, released, connection } = lend()
    const { answers, pipeline } = run(INSERT)
    const refused = refusal('23505')
    pipeline.handleError(refused)
    const early = await Promise.race([answers.catch(() => 'told'), nextTurns()])
    expect(early).toBe('waiting')
    connection.emit('readyForQuery')
    await expect(answers).rejects.toBe(refused)
    lent.release(false)
    expect(released).toEqual([false])
    expect(connection.eventNames()).toEqual([])
  })

  it('may have been executed when the connection ends first, whatever the server said last', async () => {
    // Its language has another word for FATAL.
    for (const refused of [
      refusal('58030', 'FATALE'),
      refusal('40001', 'ПАНИКА'),
      refusal('SL001', '致命错误'),
    ]) {
      const { lent, run, released, connection } = lend()
      const { answers, pipeline } = run({ ...INSERT, otherwise: () => new Refused() })
      pipeline.handleError(refused)
      await nextTurns()
      connection.emit('end')
      await expect(answers).rejects.toThrow(LostConnectionError)
      lent.release(false)
      expect(released).toEqual([expect.any(LostConnectionError)])
      expect(connection.eventNames()).toEqual([])
    }
  })

  it('may have been executed when a pooler announces the end and stays', async () => {
    const { run, client } = lend()
    client.readyForQuery = true
    const { answers, pipeline } = run(INSERT)
    pipeline.handleError(refusal('58000', 'FATAL'))
    await expect(answers).rejects.toThrow(LostConnectionError)
  })

  it('fails on a read-only server, and drops the connection to it', async () => {
    const { lent, run, client, released } = lend()
    client.readyForQuery = true
    const { answers, pipeline } = run(INSERT)
    pipeline.handleError(refusal('25006'))
    await expect(answers).rejects.toSatisfy(isDatabaseOutage)
    lent.release(false)
    expect(released).toEqual([true])
  })
})

it.each([
  new Error('Connection terminated unexpectedly'),
  new Error('Received unexpected commandComplete message from backend.'),
  Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH' }),
  Object.assign(new Error('write EPROTO'), { code: 'EPROTO' }),
  // This error does not come from the server.
  Object.assign(new Error('conflict'), { code: '40001' }),
])('treats everything else as a lost connection: %s', async (error) => {
  const { lent, run, client, released } = lend()
  client.readyForQuery = true
  const { answers, pipeline } = run(INSERT)
  pipeline.handleError(error)
  await expect(answers).rejects.toMatchObject({ name: 'LostConnectionError', cause: error })
  lent.release(false)
  expect(released).toEqual([expect.any(LostConnectionError)])
})

it('keeps a connection whose answer cannot be read', async () => {
  const { lent, run, released } = lend()
  const { answers, pipeline } = run(INSERT)
  pipeline.handleError(new UnreadableAnswerError(new RangeError()))
  await expect(answers).rejects.toThrow(UnreadableAnswerError)
  lent.release(false)
  expect(released).toEqual([false])
})

it("throws the caller's error only for the statement whose condition is false", async () => {
  const failure = refusal('SL001')
  const claim: BoundStatement = { ...INSERT, otherwise: () => new Refused() }
  const lendReady = () => {
    const lending = lend()
    lending.client.readyForQuery = true
    return lending.run(claim, INSERT)
  }
  const first = lendReady()
  first.pipeline.handleError(failure)
  await expect(first.answers).rejects.toThrow(Refused)
  const second = lendReady()
  second.pipeline.handleCommandComplete({ text: 'INSERT 0 1' })
  second.pipeline.handleError(failure)
  await expect(second.answers).rejects.toBe(failure)
  const third = lendReady()
  third.pipeline.handleError(new Error('Connection terminated'))
  await expect(third.answers).rejects.toThrow('Connection terminated')
})

it('sends nothing when a value cannot be sent', async () => {
  const { lent, pipelines } = lend()
  await expect(lent.run([INSERT, { text: 'insert', values: [new Date(0)] }])).rejects.toThrow(TypeError)
  expect(pipelines).toEqual([])
})
