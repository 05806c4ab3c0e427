import { expect, it } from 'vitest'

import { createWorkQueue, QueueFullError } from './work-queue.ts'

const ANYBODY = { hasPriority: false, signal: null }
const FIRST = { hasPriority: true, signal: null }

/** Work that lasts until it is ended. */
function prepare(size: { readonly atOnce: number; readonly waitingMax: number }) {
  const inTurn = createWorkQueue(size)
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    started,
    end: async (name: string, error?: Error) => {
      ends.get(name)?.(error)
      await new Promise((resolve) => setImmediate(resolve))
    },
    run: (name: string, turn: Parameters<typeof inTurn>[1] = ANYBODY) =>
      inTurn(async () => {
        started.push(name)
        await new Promise<void>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve())),
        )
        return name
      }, turn),
  }
}

it('runs a limited number at once, in the order of their arrival, also after a failure', async () => {
  const { run, started, end } = prepare({ atOnce: 2, waitingMax: 5 })
  const [a, b, c, d] = [run('a'), run('b'), run('c'), run('d')]
  const failed = expect(a).rejects.toThrow('failed')
  expect(started).toEqual(['a', 'b'])
  await end('a', new Error('failed'))
  await failed
  expect(started).toEqual(['a', 'b', 'c'])
  for (const name of ['b', 'c', 'd']) await end(name)
  expect(await Promise.all([b, c, d])).toEqual(['b', 'c', 'd'])
})

it('returns a turn that no caller waits for', async () => {
  const inTurn = createWorkQueue({ atOnce: 1, waitingMax: 1 })
  expect([await inTurn(async () => 1, ANYBODY), await inTurn(async () => 2, ANYBODY)]).toEqual([1, 2])
})

it('refuses work without a place, and runs work with priority first, in its own places', async () => {
  const { run, started, end } = prepare({ atOnce: 1, waitingMax: 2 })
  const running = [run('a'), run('b'), run('c')]
  await expect(run('d')).rejects.toBeInstanceOf(QueueFullError)
  running.push(run('known', FIRST))
  for (const name of ['a', 'known', 'b', 'c']) await end(name)
  await Promise.all(running)
  expect(started).toEqual(['a', 'known', 'b', 'c'])
})

it('does no work for a caller that has left, and gives the place to another', async () => {
  const { run, started, end } = prepare({ atOnce: 1, waitingMax: 1 })
  const running = [run('a')]
  const gone = new AbortController()
  const left = run('gone', { hasPriority: false, signal: gone.signal })
  await expect(run('refused')).rejects.toBeInstanceOf(QueueFullError)
  gone.abort()
  await expect(left).rejects.toThrow(/abort/i)
  await expect(run('gone before', { hasPriority: false, signal: gone.signal })).rejects.toThrow(/abort/i)
  running.push(run('b'))
  for (const name of ['a', 'b']) await end(name)
  await Promise.all(running)
  expect(started).toEqual(['a', 'b'])
})
