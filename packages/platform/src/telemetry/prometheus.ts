import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { COUNTS, DURATIONS, GAUGES, type Metrics, type Reading } from './metrics.ts'

export interface Prometheus extends Metrics {
  readonly contentType: string
  /** Returns all metrics in Prometheus' text format. */
  write(): Promise<string>
}

/**
 * Metrics in a registry of their own: several gateways in one process do not meet. Node's own (memory, event loop,
 * garbage) are included.
 *
 * @param read - returns the values of the gauges; one that cannot be read is omitted this time.
 */
export function createPrometheus(read: () => Promise<readonly Reading[]>): Prometheus {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const durations = mapRows(
    DURATIONS,
    ({ name, help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }),
  )
  const counts = mapRows(COUNTS, ({ name, help, labels, words }) => {
    const counter = new Counter({ name, help, labelNames: [...labels], registers })
    const [label = ''] = labels
    for (const word of words ?? []) counter.inc({ [label]: word }, 0)
    return counter
  })
  const gauges = mapRows(
    GAUGES,
    ({ name, help, labels }) => new Gauge({ name, help, labelNames: [...labels], registers }),
  )
  return {
    contentType: register.contentType,
    observe: (what, labels, seconds) => durations[what].observe(labels, seconds),
    count: (what, labels) => counts[what].inc(labels),
    async write() {
      // Not 0: a gauge that could not be read is left out.
      for (const gauge of Object.values(gauges)) {
        gauge.reset()
        gauge.remove({})
      }
      for (const { gauge, labels, value } of await read()) gauges[gauge].set(labels, value)
      return register.metrics()
    },
  }
}

function mapRows<Name extends string, Row, Value>(
  rows: Readonly<Record<Name, Row>>,
  make: (row: Row) => Value,
): Readonly<Record<Name, Value>> {
  const made = Object.entries<Row>(rows).map(([name, row]) => [name, make(row)])
  return Object.fromEntries(made) as Record<Name, Value>
}
