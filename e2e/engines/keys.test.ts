import { expect, test } from 'vitest'
import { keyActions } from './keys.ts'

const typed = (text: string) => keyActions(text).map(({ type, value }) => `${type} ${value}`)

test('types text key by key', () => {
  expect(typed('4a')).toEqual(['keyDown 4', 'keyUp 4', 'keyDown a', 'keyUp a'])
})

test('types a plus sign and words that begin like a key', () => {
  expect(typed('+')).toEqual(['keyDown +', 'keyUp +'])
  expect(typed('a+b')).toHaveLength(6)
  expect(typed('Tabs')).toHaveLength(8)
})

test('types a character of two code units in one press', () => {
  expect(typed('💳')).toEqual(['keyDown 💳', 'keyUp 💳'])
})

test('holds the keys of a chord until the last is pressed', () => {
  expect(typed('Control+a')).toEqual(['keyDown \uE009', 'keyDown a', 'keyUp a', 'keyUp \uE009'])
  expect(typed('Shift+Tab')).toEqual(['keyDown \uE008', 'keyDown \uE004', 'keyUp \uE004', 'keyUp \uE008'])
})
