import { expect, test } from 'vitest'
import { ELEMENT } from './commands.ts'
import { describeRequest } from './http-transport.ts'
import { frame, inMarionette, messageReader } from './marionette.ts'

test('parameters that the path names are not in the body', () => {
  expect(describeRequest('elementProperty', { id: 'a/b', name: 'value' })).toEqual({
    method: 'GET',
    path: '/element/a%2Fb/property/value',
    body: {},
  })
  expect(describeRequest('go', { url: 'http://shop.example' })).toEqual({
    method: 'POST',
    path: '/url',
    body: { url: 'http://shop.example' },
  })
})

test('Marionette takes a frame’s element under a name of its own, and the page as it is', () => {
  expect(inMarionette({ id: { [ELEMENT]: 'e1' } })).toEqual({ element: 'e1' })
  expect(inMarionette({ id: null })).toEqual({ id: null })
  expect(inMarionette({ id: 'e1', name: 'value' })).toEqual({ id: 'e1', name: 'value' })
})

test('a Marionette message counts bytes', () => {
  expect(frame(['€'])).toBe('7:["€"]')
})

test('Marionette messages are read from chunks of any size', () => {
  const messages = [{ marionetteProtocol: 3 }, [1, 1, null, { value: 'ž€💳' }], []]
  const bytes = Buffer.from(messages.map(frame).join(''))
  for (let size = 1; size <= bytes.length; size += 1) {
    const taken: unknown[] = []
    const read = messageReader((message) => taken.push(JSON.parse(message)))
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
    expect(taken).toEqual(messages)
  }
})
