import { afterEach, expect, it, vi } from 'vitest'

import { ask, askForFile } from './ask.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Headers, the beginning of a body, and then the line is gone. */
function cutOff(beforeTheEnd = (): void => undefined): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":[')),
    pull(controller) {
      beforeTheEnd()
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

const answerWith = (response: Response) => vi.stubGlobal('fetch', () => Promise.resolve(response))

it('an answer that is cut off after its headers counts as an unreachable gateway', async () => {
  answerWith(cutOff())
  await expect(ask('/settings')).rejects.toMatchObject({ kind: 'unavailable' })
  answerWith(cutOff())
  await expect(askForFile('/settings/export')).rejects.toMatchObject({ kind: 'unavailable' })
})

it('an answer that no caller waits for ends with its connection', async () => {
  const page = new AbortController()
  answerWith(cutOff(() => page.abort()))
  await expect(ask('/settings', { signal: page.signal })).rejects.toThrow(TypeError)
})

it('an answer without a body is null', async () => {
  answerWith(new Response(null, { status: 204 }))
  expect(await ask('/session')).toBeNull()
})

it('a request whose first attempt still runs is not reported as a change by somebody else', async () => {
  const conflict = (headers: HeadersInit) => Response.json({ message: 'said' }, { status: 409, headers })
  answerWith(conflict({ 'retry-after': '1' }))
  await expect(ask('/clients')).rejects.toMatchObject({ kind: 'under-way', said: null })
  answerWith(conflict({}))
  await expect(ask('/clients')).rejects.toMatchObject({ kind: 'conflict', said: 'said' })
})

it('a conflict keeps the status that the gateway names', async () => {
  answerWith(Response.json({ error: 'Conflict', status: 'PENDING' }, { status: 409 }))
  await expect(ask('/api/sessions/x')).rejects.toMatchObject({
    kind: 'conflict',
    said: null,
    status: 'PENDING',
  })
})
