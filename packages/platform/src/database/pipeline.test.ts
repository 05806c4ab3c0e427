import type { Connection } from 'pg'
import { expect, it } from 'vitest'

import { UnreadableAnswerError } from './database-errors.ts'
import { Pipeline, type Statement } from './pipeline.ts'

const BEGIN: Statement = { text: 'begin', values: [], reads: false }
const INSERT: Statement = { text: 'insert', values: ['x'], name: 'sluice_1', reads: false }
const SELECT: Statement = { text: 'select', values: [], reads: true }

const KINDS: Readonly<Record<string, string>> = {
  ...{ P: 'parse', B: 'bind', D: 'describe', E: 'execute', C: 'close', S: 'sync' },
}

/** Describes a message by its kind and the name of the statement. */
function describeMessage(letter: string, body: string): string {
  const [first = '', second = ''] = body.split('\0')
  const names: Readonly<Record<string, string>> = { P: first, B: second, C: first.slice(1) }
  return [KINDS[letter], names[letter]].filter(Boolean).join(' ')
}

/** Records what a pipeline sends. */
function connect() {
  const sent: string[] = []
  const writes: Buffer[] = []
  const write = (bytes: Buffer): void => {
    writes.push(bytes)
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      sent.push(describeMessage(bytes.toString('latin1', at, at + 1), bytes.toString('utf8', at + 5, end)))
      at = end
    }
  }
  const connection = { stream: { writable: true, write } }
  return { sent, writes, connection: connection as unknown as Connection }
}

function send(statements: readonly Statement[], prepared = new Set<string>()) {
  const { sent, writes, connection } = connect()
  const findParser = () => (text: string) => {
    if (text === 'unreadable') throw new RangeError(text)
    return text.toUpperCase()
  }
  let heard = 0
  const pipeline = new Pipeline(statements, { prepared, findParser, onHeard: () => (heard += 1) })
  pipeline.submit(connection)
  return { sent, writes, pipeline, prepared, heard: () => heard }
}

it('puts one mark behind all statements: what follows one that fails is skipped up to there', () => {
  expect(send([BEGIN, INSERT, { ...INSERT, name: undefined }]).sent).toEqual([
    ...['parse', 'bind', 'execute'],
    ...['close sluice_1', 'parse sluice_1', 'bind sluice_1', 'execute'],
    ...['parse', 'bind', 'execute'],
    'sync',
  ])
})

it('prepares a named statement, and sends its text only until the first response', async () => {
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

it('returns to each statement its own answer', async () => {
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

it('reports the position of the failed statement', async () => {
  const { pipeline } = send([BEGIN, INSERT, SELECT])
  pipeline.handleCommandComplete({ text: 'BEGIN' })
  pipeline.handleError(new Error('refused'))
  await expect(pipeline.answers).rejects.toThrow('refused')
  expect(pipeline.answered).toBe(1)
})

it('fails only the query, not the process, for a value that cannot be read', async () => {
  const { pipeline } = send([SELECT])
  pipeline.handleRowDescription({ fields: [{ name: 'x', dataTypeID: 20 }] })
  for (const value of ['unreadable', 'a']) pipeline.handleDataRow({ fields: [value] })
  pipeline.handleCommandComplete({ text: 'SELECT 2' })
  pipeline.handleReadyForQuery()
  await expect(pipeline.answers).rejects.toThrow(UnreadableAnswerError)
  await expect(pipeline.answers).rejects.toMatchObject({ cause: expect.any(RangeError) as unknown })
})

it('writes to the socket once, however many statements there are', () => {
  expect(send([BEGIN, INSERT, INSERT, SELECT]).writes).toHaveLength(1)
})
