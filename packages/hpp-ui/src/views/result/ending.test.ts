import { expect, it } from 'vitest'
import { type Language, LANGUAGES, SHOPPER_TEXTS } from '@sluice/types/vocabulary'
import { say } from '../../locales/say.ts'
import { endingReason, endingSign, endingTitle, endingTone, isFinal } from './ending.ts'

const ENDINGS = ['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING'] as const

it('shows the reason of a decline, and without one what to do next', () => {
  expect(endingReason('DECLINED', '1004', 'en')).toBe(SHOPPER_TEXTS.insufficientFunds.en)
  expect(endingReason('DECLINED', null, 'en')).toBe('Please use another card or another way to pay.')
  expect(endingReason('CANCELED', '1003', 'en')).toBe('You can start again at any time.')
})

it.each(Object.keys(LANGUAGES) as Language[])(
  'never repeats the heading in the text below it: %s',
  (language) => {
    // A decline offers other ways to pay, in the words of its heading.
    for (const status of ENDINGS.filter((status) => status !== 'DECLINED')) {
      const heading = say(language, endingTitle(status, 1)).toLowerCase()
      const text = endingReason(status, null, language).toLowerCase()
      expect(text).not.toBe('')
      const words = heading.split(' ').filter((word) => word.length > 4)
      expect(words.filter((word) => text.includes(word.slice(0, -1)))).toEqual([])
    }
  },
)

it('only an approval looks like an approval', () => {
  expect(ENDINGS.map(endingTone)).toEqual(['good', 'bad', 'open', 'open', 'open'])
})

it('a running payment has not ended', () => {
  expect(['CREATED', 'PENDING', 'INVALID'].some(isFinal)).toBe(false)
  expect(['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED'].every(isFinal)).toBe(true)
})

it('a canceled payment has no clock, and one that waits or expired has one', () => {
  expect(ENDINGS.map(endingSign)).toEqual(['approved', 'refused', 'stopped', 'waiting', 'waiting'])
})
