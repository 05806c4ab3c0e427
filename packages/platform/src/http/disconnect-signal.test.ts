import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'

import { disconnectSignal } from './disconnect-signal.ts'

const replyWith = (state: object) => {
  const raw = Object.assign(new EventEmitter(), { destroyed: false, socket: { destroyed: false } }, state)
  return { raw, signal: disconnectSignal({ raw: raw as unknown as FastifyReply['raw'] }) }
}

it('aborts when the connection closes', () => {
  const { raw, signal } = replyWith({})
  expect(signal.aborted).toBe(false)
  raw.emit('close')
  expect(signal.aborted).toBe(true)
})

it.each([{ destroyed: true }, { socket: { destroyed: true } }])('has aborted where %j', (state) => {
  expect(replyWith(state).signal.aborted).toBe(true)
})
