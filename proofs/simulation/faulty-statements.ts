import {
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type RootOperationNode,
  UpdateQueryNode,
} from 'kysely'

import type { NamedRandom } from './named-random.ts'
import type { Scheduler } from './scheduler.ts'

/** SQLite's errors if the disk is full or fails. */
const ERRORS = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE'] as const

/** Yields to other tasks between statements, and makes some writes fail. */
export class FaultyStatements {
  /** The share of statements after which other tasks run; from 0 to 1. */
  pauseShare = 0
  /** The share of writes that fail; from 0 to 1. */
  errorShare = 0
  readonly #scheduler: Scheduler
  readonly #randomness: NamedRandom

  constructor(scheduler: Scheduler, randomness: NamedRandom) {
    this.#scheduler = scheduler
    this.#randomness = randomness
  }

  /** Wraps the statements of one process. */
  watch(owner: string): KyselyPlugin {
    const names = new WeakMap<object, string>()
    return {
      transformQuery: ({ node, queryId }) => {
        const name = describe(node)
        names.set(queryId, name)
        if (isWrite(node) && this.#randomness.happens(`storage error at ${name}`, this.errorShare)) {
          const code = this.#randomness.of(`kind of storage error at ${name}`).pick(ERRORS)
          this.#scheduler.note(`${name} fails with ${code}`)
          throw Object.assign(new Error('the disk fails'), { code })
        }
        return node
      },
      transformResult: async ({ result, queryId }) => {
        const name = names.get(queryId) ?? 'statement'
        if (this.#randomness.happens(`pause after ${name}`, this.pauseShare))
          await this.#scheduler.pause(owner, `goes on after ${name}`)
        return result
      },
    }
  }
}

function isWrite(node: RootOperationNode): boolean {
  return InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)
}

function describe(node: RootOperationNode): string {
  const table =
    'into' in node ? node.into : 'table' in node ? node.table : 'from' in node ? node.from?.froms[0] : null
  const name = table && 'table' in table ? JSON.stringify(table.table) : ''
  return `${node.kind.replace('QueryNode', '')} ${/"name":"(\w+)"/.exec(name)?.[1] ?? ''}`.trim()
}
