import { InMemorySpanExporter } from '@opentelemetry/sdk-trace'
import { expect, it, onTestFinished, vi } from 'vitest'

import { createOpenTelemetry } from '../telemetry/open-telemetry.ts'
import { createPrometheus } from '../telemetry/prometheus.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { send } from './testing/send.ts'
import { startEdge } from './testing/start-edge.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

it('measures requests by their routes, including the work that they began', async () => {
  const exporter = new InMemorySpanExporter()
  const prometheus = createPrometheus(() => Promise.resolve([]))
  const tracing = createOpenTelemetry({ url: 'http://localhost', exporter })
  const telemetry = createTelemetry(prometheus, tracing, { now: () => performance.now() })
  const sent: Record<string, string>[] = []
  const edge = await startEdge(
    (server) => {
      server.post('/things/:id', () =>
        telemetry.measure('provider call', { provider: 'p', operation: 'find' }, async () => {
          sent.push(telemetry.traceHeaders())
          return {}
        }),
      )
    },
    { telemetry },
  )
  onTestFinished(() => edge.server.close())
  const traceparent = `00-${TRACE_ID}-b7ad6b7169203331-01`
  const body = JSON.stringify({ number: '4242424242424242', text: 'x'.repeat(40_000) })
  await send(edge.port, {
    method: 'POST',
    path: '/things/secret-id?key=secret-key',
    headers: { traceparent, 'content-type': 'application/json' },
    body,
  })
  await send(edge.port, { path: '/made/this-up' })
  await send(edge.port, { path: '/health/live' })

  const text = await vi.waitFor(async () => {
    const written = await prometheus.write()
    expect(written).toContain('_count{method="GET",route="none",status="404"} 1')
    return written
  })
  expect(text).toContain('_count{method="POST",route="/things/:id",status="200"} 1')
  expect(text).not.toContain('health')

  // Reading ends the exporter, so what it has is read in between.
  const shutdown = vi.spyOn(exporter, 'shutdown').mockResolvedValue()
  await tracing.stop()
  expect(shutdown).toHaveBeenCalled()
  const spans = exporter.getFinishedSpans()
  const [call, request] = ['provider call', 'POST /things/:id'].map((name) =>
    spans.find((span) => span.name === name),
  )
  expect(request?.spanContext().traceId).toBe(TRACE_ID)
  expect(call?.spanContext().traceId).toBe(TRACE_ID)
  expect(call?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  expect(sent).toEqual([{ traceparent: `00-${TRACE_ID}-${call?.spanContext().spanId}-01` }])
  const told = JSON.stringify(spans.map(({ name, attributes, events }) => ({ name, attributes, events })))
  expect(told + text).not.toMatch(/secret|42424242|made-this-up/)
})
