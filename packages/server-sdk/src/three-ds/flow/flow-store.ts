import { type KnownOptions, refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import type { FlowRecord } from './flow-record.ts'

/**
 * Stores flows. A table with the columns `id` (primary key), `"order"` (unique where not null), `version`,
 * `expires_at` and the record as JSON serves several processes; {@link createMemoryFlowStore} serves one.
 *
 * A record holds `payment_data`, with which the payment can be carried on for half an hour: keep it as you keep sessions.
 */
export interface FlowStore {
  /**
   * Stores a new record, unless another one holds the same order: then nothing is stored.
   *
   * @returns The record that holds the order now: the new one, or the older.
   */
  insert(record: FlowRecord): Promise<FlowRecord>
  /** @returns `undefined` for an id that is unknown or expired. */
  read(id: string): Promise<FlowRecord | undefined>
  /**
   * Replaces the record with the same id if that still has the previous version (`record.version - 1`).
   *
   * @returns Whether it was replaced.
   */
  replace(record: FlowRecord): Promise<boolean>
}

/** Some 2 kB each: 20 MB at most. The oldest go first, so that a visitor who starts flows in a loop cannot fill the memory. */
const FLOWS_MAX = 10_000

type MemoryFlowStoreOptions = NonNullable<Parameters<typeof createMemoryFlowStore>[0]>

const MEMORY_FLOW_STORE_OPTIONS: KnownOptions<MemoryFlowStoreOptions> = { maxFlows: true, now: true }

/**
 * Stores flows in the memory of one process. They are lost when it ends, and other processes do not see them.
 *
 * @param options.maxFlows - the maximum number of concurrent flows.
 * @param options.now - returns ms since the epoch.
 * @throws When an option is unknown. {@link ConfigurationError}
 */
export function createMemoryFlowStore(
  options: { readonly maxFlows?: number; readonly now?: () => number } = {},
): FlowStore {
  refuseUnknownOptions(options, MEMORY_FLOW_STORE_OPTIONS)
  const { maxFlows = FLOWS_MAX, now = Date.now } = options
  const records = new Map<string, FlowRecord>()
  const holders = new Map<string, string>()

  function find(id: string | undefined): FlowRecord | undefined {
    const record = id === undefined ? undefined : records.get(id)
    if (record && record.expiresAtMs > now()) return record
    if (record) forget(record)
    return undefined
  }

  function forget({ id, order }: FlowRecord): void {
    records.delete(id)
    if (order !== null && holders.get(order) === id) holders.delete(order)
  }

  function keep(record: FlowRecord): void {
    const before = records.get(record.id)
    if (before && before.order !== null && before.order !== record.order) holders.delete(before.order)
    records.set(record.id, record)
    if (record.order !== null) holders.set(record.order, record.id)
  }

  return {
    insert(record) {
      const holder = record.order === null ? undefined : find(holders.get(record.order))
      if (holder) return Promise.resolve(holder)
      keep(record)
      const [oldest] = records.values()
      if (records.size > maxFlows && oldest) forget(oldest)
      return Promise.resolve(record)
    },
    read: (id) => Promise.resolve(find(id)),
    replace(record) {
      const isNext = find(record.id)?.version === record.version - 1
      if (isNext) keep(record)
      return Promise.resolve(isNext)
    },
  }
}
