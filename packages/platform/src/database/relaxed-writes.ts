import type { CompiledQuery } from 'kysely'

/** The nodes from which queries were compiled; all executions of a prepared write share one. */
const relaxed = new WeakSet<object>()

/**
 * Marks a single write that need not wait for the disk: it outlives the process, and is durable with the next commit that
 * waits. For records of others than the gateway, of which nothing rests on before the gateway's own are durable.
 */
export function relax<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  relaxed.add(query.query)
  return query
}

export function isRelaxed({ query }: CompiledQuery): boolean {
  return relaxed.has(query)
}
