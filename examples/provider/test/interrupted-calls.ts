import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import type { Books } from '../src/books.ts'

/** Faults that show when the process is killed between execution and answer. */
export const FAULTS_AFTER_KILLS: Readonly<Record<string, (books: Books, interrupted: Set<string>) => Books>> =
  {
    'a call that was interrupted, executed again at the start': (books, interrupted) => {
      const twice = new Map(
        books
          .list()
          .filter(({ key }) => interrupted.has(key))
          .map((entry) => [entry.key, { ...entry, amount: 2 * entry.amount }]),
      )
      return {
        ...books,
        list: () => books.list().map((entry) => twice.get(entry.key) ?? entry),
        find: (key) => twice.get(key) ?? books.find(key),
      }
    },
    'a call that was interrupted, told as declined until it is repeated': (books, interrupted) => ({
      ...books,
      find(key) {
        const entry = books.find(key)
        return entry && interrupted.delete(key) ? { ...entry, code: '1001' } : entry
      },
    }),
  }

/** Far longer than the suite waits before it kills the process, so that the fault also occurs on a busy machine. */
const INTERRUPTIBLE_MS = 2_000

/**
 * Returns the keys of calls that the previous process executed shortly before its end, and books that note when a call
 * cannot be interrupted any more.
 */
export function findInterrupted(books: Books, file: string): [Books, interrupted: Set<string>] {
  const over = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  const interrupted = books.list().filter(({ key }) => !over.has(key))
  const noting: Books = {
    ...books,
    write(entry) {
      setTimeout(() => appendFileSync(file, `${entry.key}\n`), INTERRUPTIBLE_MS)
      return books.write(entry)
    },
  }
  return [noting, new Set(interrupted.map(({ key }) => key))]
}
