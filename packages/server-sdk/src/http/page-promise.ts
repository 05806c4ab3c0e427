import type { ApiPromise } from './api-promise.ts'

/** A page of a list. */
export interface Page<Item> {
  /** The items of this page. */
  readonly data: readonly Item[]
  /** Requests the next page; null after the last one. */
  readonly next_cursor: string | null
}

/**
 * A list: `await` returns its first page; `for await` yields the items of every page, and requests each page when the
 * previous one has been read.
 *
 * @example
 * ```ts
 * for await (const { id, status } of client.transactions.list({ email: 'ada@example.com' })) console.log(id, status)
 * ```
 */
export interface PagePromise<Whole extends Page<unknown>>
  extends ApiPromise<Whole>, AsyncIterable<ItemOf<Whole>> {}

type ItemOf<Whole> = Whole extends Page<infer Item> ? Item : never

/** @param ask - requests one page; the cursor is omitted for the first one. */
export function toPagePromise<Whole extends Page<unknown>>(
  ask: (cursor?: string) => ApiPromise<Whole>,
): PagePromise<Whole> {
  const first = ask()
  async function* readAll(): AsyncGenerator<ItemOf<Whole>> {
    let page = await first
    for (;;) {
      yield* page.data as readonly ItemOf<Whole>[]
      if (page.next_cursor === null) return
      page = await ask(page.next_cursor)
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: readAll })
}
