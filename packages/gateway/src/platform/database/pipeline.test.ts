import { PassThrough } from 'node:stream'
import type { Connection } from 'pg'
import { expect, it } from 'vitest'

import { UnreadableAnswerError } from './database-errors.ts'
import { Pipeline, type Statement, toWire } from './pipeline.ts'

const BEGIN: Statement = { text: 'begin', values: [], reads: false }
const INSERT: Statement = { text: 'insert', values: ['x'], name: 'sluice_1', reads: false }
const SELECT: Statement = { text: 'select', values: [], reads: true }

/** Notes what a pipeline sends. */
function connect() {
  const sent: string[] = []
  const note =
    (kind: string) =>
    (message?: { name?: string; statement?: string } | null): void => {
      sent.push([kind, message?.name ?? message?.statement].filter(Boolean).join(' '))
    }
  const connection = {
    stream: new PassThrough(),
    ...Object.fromEntries(
      ['parse', 'bind', 'describe', 'execute', 'close', 'sync', 'query'].map((kind) => [kind, note(kind)]),
    ),
  }
  return { sent, connection: connection as unknown as Connection }
}

function send(statements: readonly Statement[], prepared = new Set<string>()) {
  const { sent, connection } = connect()
  const findParser = () => (text: string) => {
    if (text === 'unreadable') throw new RangeError(text)
    return text.toUpperCase()
  }
  let heard = 0
  const pipeline = new Pipeline(statements, { prepared, findParser, onHeard: () => (heard += 1) })
  pipeline.submit(connection)
  return { sent, pipeline, prepared, heard: () => heard }
}

it('puts one mark behind all statements: what follows one that fails is skipped up to there', () => {
  expect(send([BEGIN, INSERT, { ...INSERT, name: undefined }]).sent).toEqual([
    ...['parse', 'bind', 'execute'],
    ...['close sluice_1', 'parse sluice_1', 'bind sluice_1', 'execute'],
    ...['parse', 'bind', 'execute'],
    'sync',
  ])
})

it('has a statement kept that has a name, and its text sent no more from its first answer on', async () => {
  const first = send([INSERT, INSERT])
  expect(first.sent).toEqual([
    ...['close sluice_1', 'parse sluice_1', 'bind sluice_1', 'execute'],
    ...['bind sluice_1', 'execute'],
    'sync',
  ])
  first.pipeline.handleError(new Error('refused'))
  await expect(first.pipeline.answers).rejects.toThrow('refused')
  // Whether the server had learned it by then is not known.
  const second = send([INSERT], first.prepared)
  expect(second.sent).toContain('parse sluice_1')
  second.pipeline.handleCommandComplete({ text: 'INSERT 0 1' })
  expect(send([INSERT], first.prepared).sent).toEqual(['bind sluice_1', 'execute', 'sync'])
})

it('gives each statement its own answer', async () => {
  const { pipeline, sent, heard } = send([BEGIN, INSERT, SELECT])
  expect(sent.filter((message) => message === 'describe')).toHaveLength(1)
  pipeline.handleCommandComplete({ text: 'BEGIN' })
  pipeline.handleCommandComplete({ text: 'INSERT 0 12' })
  pipeline.handleRowDescription({ fields: [{ name: 'x', dataTypeID: 25 }] })
  for (const value of ['a', null]) pipeline.handleDataRow({ fields: [value] })
  pipeline.handleCommandComplete({ text: 'SELECT 2' })
  pipeline.handleReadyForQuery()
  expect(await pipeline.answers).toEqual([
    { command: 'BEGIN', count: null, rows: [] },
    { command: 'INSERT', count: 12, rows: [] },
    { command: 'SELECT', count: 2, rows: [{ x: 'A' }, { x: null }] },
  ])
  expect(heard()).toBe(3)
})

it('tells the place of the statement that failed', async () => {
  const { pipeline } = send([BEGIN, INSERT, SELECT])
  pipeline.handleCommandComplete({ text: 'BEGIN' })
  pipeline.handleError(new Error('refused'))
  await expect(pipeline.answers).rejects.toThrow('refused')
  expect(pipeline.answered).toBe(1)
})

it('fails for a value that cannot be read, and not with it the process', async () => {
  const { pipeline } = send([SELECT])
  pipeline.handleRowDescription({ fields: [{ name: 'x', dataTypeID: 20 }] })
  for (const value of ['unreadable', 'a']) pipeline.handleDataRow({ fields: [value] })
  pipeline.handleCommandComplete({ text: 'SELECT 2' })
  pipeline.handleReadyForQuery()
  await expect(pipeline.answers).rejects.toThrow(UnreadableAnswerError)
  await expect(pipeline.answers).rejects.toMatchObject({ cause: expect.any(RangeError) as unknown })
})

it.each([
  ['text', 'x', 'x'],
  ['a number', 999_999_999_999, '999999999999'],
  ['a truth value', true, 'true'],
  ['null', null, null],
  ['nothing', undefined, null],
  ['bytes', Buffer.from([0, 255]), Buffer.from([0, 255])],
  ['an array of bytes', new Uint8Array([7]), Buffer.from([7])],
])('sends %s', (_, value, wire) => {
  expect(toWire(value)).toEqual(wire)
})

it.each([new Date(0), ['x'], { x: 1 }])('refuses %j, which has no one form as text', (value) => {
  expect(() => toWire(value)).toThrow(TypeError)
})
