import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { session } from '../../test/records.ts'
import { createClient } from '../client.ts'
import { openTelemetryHooks } from './index.ts'

const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })

describe('openTelemetryHooks', () => {
  beforeAll(() => propagation.setGlobalPropagator(new W3CTraceContextPropagator()))
  afterAll(async () => {
    propagation.disable()
    trace.disable()
    context.disable()
    await provider.shutdown()
  })

  it('records a span for every exchange, and sends its context to the gateway', async () => {
    const gateway = createFakeGateway({
      api: (_, count) =>
        count === 1
          ? json(503, {})
          : json(200, { ...session, transaction_id: null }, { 'x-request-id': 'req-7' }),
    })
    const hooks = openTelemetryHooks({ tracer: provider.getTracer('test') })
    await createClient({ ...gateway.options, hooks }).sessions.get(session.id)

    await provider.forceFlush()
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name, attributes, status }) => ({ name, attributes, status: status.code }))).toEqual([
      {
        name: 'POST /realms/{realm}/protocol/openid-connect/token',
        status: SpanStatusCode.UNSET,
        attributes: {
          'http.request.method': 'POST',
          'url.template': '/realms/{realm}/protocol/openid-connect/token',
          'server.address': 'id.example',
          'server.port': 443,
          'http.response.status_code': 200,
        },
      },
      {
        name: 'GET /api/sessions/{session_id}',
        status: SpanStatusCode.ERROR,
        attributes: {
          'http.request.method': 'GET',
          'url.template': '/api/sessions/{session_id}',
          'server.address': 'gateway.example',
          'server.port': 443,
          'http.response.status_code': 503,
          'error.type': '503',
        },
      },
      {
        name: 'GET /api/sessions/{session_id}',
        status: SpanStatusCode.UNSET,
        attributes: {
          'http.request.method': 'GET',
          'url.template': '/api/sessions/{session_id}',
          'server.address': 'gateway.example',
          'server.port': 443,
          'http.request.resend_count': 1,
          'http.response.status_code': 200,
          'sluice.request_id': 'req-7',
        },
      },
    ])
    expect(gateway.apiRequests.map(({ headers }) => headers.get('traceparent')?.split('-')[2])).toEqual(
      spans.slice(1).map((span) => span.spanContext().spanId),
    )
  })
})
