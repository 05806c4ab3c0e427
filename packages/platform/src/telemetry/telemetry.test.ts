import { describe, expect, it } from 'vitest'

import { createPrometheus } from './prometheus.ts'
import { createTelemetry } from './telemetry.ts'
import { NO_TRACING } from './tracing.ts'

function prepare() {
  let nowMs = 0
  const prometheus = createPrometheus(async () => [
    { gauge: 'connections', labels: { state: 'in_use' }, value: 3 },
  ])
  const telemetry = createTelemetry(prometheus, NO_TRACING, { now: () => nowMs })
  const takes = async <T>(ms: number, result: T) => {
    nowMs += ms
    return result
  }
  return { prometheus, telemetry, takes }
}

describe('telemetry', () => {
  it('returns the result of the work, and records its duration and outcome', async () => {
    const { prometheus, telemetry, takes } = prepare()
    const labels = { provider: 'acquirer', operation: 'authorize' }
    const given = await telemetry.measure(
      'provider call',
      labels,
      () => takes(300, 'APPROVED'),
      (status) => status.toLowerCase(),
    )
    expect(given).toBe('APPROVED')
    const failing = telemetry.measure(
      'provider call',
      labels,
      () => Promise.reject(new Error('lost')),
      () => 'approved',
      'unknown',
    )
    await expect(failing).rejects.toThrow('lost')
    const text = await prometheus.write()
    const name = 'sluice_provider_call_duration_seconds'
    const which = 'provider="acquirer",operation="authorize"'
    expect(text).toContain(`${name}_sum{${which},outcome="approved"} 0.3`)
    expect(text).toContain(`${name}_bucket{le="0.25",${which},outcome="approved"} 0`)
    expect(text).toContain(`${name}_bucket{le="0.5",${which},outcome="approved"} 1`)
    expect(text).toContain(`${name}_count{${which},outcome="unknown"} 1`)
  })

  it('reads gauges on request, and counts', async () => {
    const { prometheus, telemetry } = prepare()
    telemetry.count('ended', { type: 'PURCHASE', method: 'card', status: 'APPROVED' })
    const text = await prometheus.write()
    expect(text).toContain('sluice_database_connections{state="in_use"} 3')
    expect(text).toContain(
      'sluice_transactions_ended_total{type="PURCHASE",method="card",status="APPROVED"} 1',
    )
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    // A number that could not be read is missing: 0 would be a lie.
    expect(text).not.toMatch(/^sluice_unknown_outcomes/m)
  })

  it('refuses a label that is not in its table', () => {
    const { telemetry } = prepare()
    expect(() => telemetry.count('ended', { transaction_id: 'x' })).toThrow()
  })
})
