import { describe, expect, it } from 'vitest'

import type { BoundStatement } from './answer-in-time.ts'
import { DatabaseBusyError, LostConnectionError, UnreadableAnswerError } from './database-errors.ts'
import { SharedCommits } from './shared-commits.ts'

type Fault = (statements: readonly string[]) => Error | null

/** A server that records what it receives, and fails on command. */
function startServer(
  faultOf: Fault = () => null,
  isHeldOf: (texts: readonly string[]) => boolean = () => true,
) {
  const sent: string[] = []
  const asked: (readonly BoundStatement[])[] = []
  const held: (() => void)[] = []
  let isHeld = false
  const releases: boolean[] = []
  const commits = new SharedCommits({
    connect: async () => ({
      run: async (statements) => {
        asked.push(statements)
        const texts = statements.map(({ text }) => text)
        sent.push(texts.join(' '))
        if (isHeld && isHeldOf(texts)) await new Promise<void>((resolve) => held.push(resolve))
        const fault = faultOf(texts)
        if (fault) throw fault
        return statements.map(({ text }, at) => ({ command: text.toUpperCase(), count: at, rows: [] }))
      },
      runText: async (text) => {
        sent.push(text)
        return undefined
      },
      release: (isSpoiled) => void releases.push(isSpoiled),
    }),
    end: async () => undefined,
  })
  return {
    commits,
    sent,
    asked,
    releases,
    hold: () => (isHeld = true),
    letGo: () => {
      isHeld = false
      held.splice(0).forEach((resolve) => resolve())
    },
  }
}

const list = (...texts: string[]): BoundStatement[] => texts.map((text) => ({ text, values: [] }))
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const failsWith = (text: string, code: string): Fault => {
  const error = Object.assign(new Error(`refused ${text}`), { code })
  return (statements) => (statements.includes(text) ? error : null)
}

describe('commits that come together', () => {
  it('are one transaction, and each gets the results of its own statements', async () => {
    const { commits, sent, releases } = startServer()
    const answers = await Promise.all([commits.commit(list('a', 'b')), commits.commit(list('c'))])
    expect(sent).toEqual(['begin a b c commit'])
    expect(answers.map((each) => each.map(({ command }) => command))).toEqual([['A', 'B'], ['C']])
    expect(releases).toEqual([false])
  })

  it('are sent again separately if one of them fails, because none was executed', async () => {
    const { commits, sent } = startServer(failsWith('b', 'SL001'))
    const ended = await Promise.allSettled(['a', 'b', 'c'].map(async (text) => commits.commit(list(text))))
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(sent.slice(0, 2)).toEqual(['begin a b c commit', 'rollback'])
    // A single statement is a transaction of its own: nothing begins, and nothing is left to undo.
    expect(sent.slice(2).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('are separate transactions, too, where a list of several is sent alone', async () => {
    const { commits, sent } = startServer(failsWith('c', 'SL001'))
    const ended = await Promise.allSettled([commits.commit(list('a', 'b')), commits.commit(list('c', 'd'))])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(sent.slice(0, 2)).toEqual(['begin a b c d commit', 'rollback'])
    expect(sent.slice(2).toSorted()).toEqual(['begin a b commit', 'begin c d commit', 'rollback'])
  })

  it.each([
    ['the connection is lost', new LostConnectionError(new Error('Connection terminated unexpectedly'))],
    ['the server says that its log cannot be written', new LostConnectionError(new Error('could not flush'))],
    ['the server shuts down', Object.assign(new Error('shutdown'), { code: '57P01' })],
    ['an answer cannot be read', new UnreadableAnswerError(new RangeError('too large'))],
  ])('end together when %s: the outcome is unknown, so nothing is sent again', async (_, fault) => {
    const { commits, sent } = startServer((texts) => (texts.includes('b') ? fault : null))
    const ended = await Promise.allSettled(['a', 'b', 'c'].map(async (text) => commits.commit(list(text))))
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sent).toEqual(['begin a b c commit', 'rollback'])
  })

  it('wait for the next one while two are in progress', async () => {
    const { commits, sent, hold, letGo } = startServer()
    hold()
    const all: Promise<unknown>[] = []
    for (const text of ['a', 'b', 'c', 'd']) {
      all.push(commits.commit(list(text)))
      await nextTurn()
      await nextTurn()
    }
    expect(sent).toEqual(['a', 'b'])
    letGo()
    await Promise.all(all)
    expect(sent.slice(2)).toEqual(['begin c d commit'])
  })

  it('continue while lists of others that failed are sent alone and wait', async () => {
    const waitsAlone = (texts: readonly string[]) => texts.join(' ') === 'begin locked x commit'
    const { commits, sent, hold, letGo } = startServer(failsWith('locked', '55P03'), waitsAlone)
    hold()
    const all: Promise<unknown>[] = []
    for (const text of ['a', 'b']) {
      all.push(
        commits.commit(list('locked', 'x')).catch((error: unknown) => error),
        commits.commit(list(text)),
      )
      await nextTurn()
      await nextTurn()
    }
    await Promise.all([all[1], all[3]])
    expect(sent.filter((texts) => waitsAlone(texts.split(' ')))).toHaveLength(2)
    for (const text of ['c', 'd', 'e']) await commits.commit(list(text))
    letGo()
    expect(await Promise.all([all[0], all[2]])).toEqual([expect.any(Error), expect.any(Error)])
  })

  it('omit a list that may have to wait for others', async () => {
    const { commits, sent } = startServer()
    await Promise.all([
      commits.commit(list('a', 'b')),
      commits.commit(list('locked', 'x'), { isAlone: true }),
      commits.commit(list('c')),
    ])
    expect(sent).toEqual(['begin locked x commit', 'begin a b c commit'])
  })

  it('need at most 64 connections, together and separately', async () => {
    const { commits, sent, hold, letGo } = startServer()
    hold()
    const alone = Array.from({ length: 60 }, async () => commits.commit(list('x'), { isAlone: true }))
    const shared = Array.from({ length: 10 }, async () => commits.commit(list('a')))
    await nextTurn()
    await nextTurn()
    expect(sent.slice(60)).toEqual(['begin a a a a commit'])
    await expect(commits.commit(list('x'), { isAlone: true })).rejects.toThrow(DatabaseBusyError)
    letGo()
    await Promise.all([...alone, ...shared])
    expect(sent.slice(61)).toEqual(['begin a a a a a a commit'])
  })

  it('are sent in the same order in every process, by the first row that each locks', async () => {
    const take = (name: string): BoundStatement[] => [
      { text: 'take', values: ['merchant', name] },
      { text: `write ${name}`, values: [] },
    ]
    const here = startServer()
    await Promise.all([here.commits.commit(take('x')), here.commits.commit(take('y'))])
    const there = startServer()
    await Promise.all([there.commits.commit(take('y')), there.commits.commit(take('x'))])
    expect(there.sent).toEqual(here.sent)
    expect(here.sent).toEqual(['begin take write x take write y commit'])
  })

  it('take the locks of all first, each once and in one order, or alone only their own', async () => {
    const { commits, asked } = startServer(failsWith('bad', '23505'))
    await Promise.allSettled([
      commits.commit(list('a'), { locks: ['y', 'x'] }),
      commits.commit(list('bad'), { locks: ['x', 'w'] }),
    ])
    const locked = asked.map((statements) =>
      statements.flatMap(({ text, values }) => (text.includes('lock') ? values : [])),
    )
    expect(locked).toEqual([['["w","x","y"]'], ['["x","y"]'], ['["w","x"]']])
    expect(asked.map((statements) => statements.map(({ text }) => text.split(' ')[0]))).toEqual([
      ['begin', 'select', 'a', 'bad', 'commit'],
      ['begin', 'select', 'a', 'commit'],
      ['begin', 'select', 'bad', 'commit'],
    ])
  })

  it('are 32 lists at most', async () => {
    const { commits, sent } = startServer()
    await Promise.all(Array.from({ length: 40 }, async () => commits.commit(list('a'))))
    expect(sent.map((texts) => texts.split(' ').length - 2)).toEqual([32, 8])
  })

  it('are refused when more wait than can be served in time', async () => {
    const { commits, hold, letGo } = startServer()
    hold()
    const all = Array.from({ length: 321 }, async () => commits.commit(list('a')))
    const ended = Promise.allSettled(all)
    await expect(all.at(-1)).rejects.toThrow(DatabaseBusyError)
    letGo()
    expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})
