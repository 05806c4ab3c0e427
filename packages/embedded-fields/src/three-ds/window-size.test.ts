import { CHALLENGE_WINDOW_SIZES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'
import { chooseWindowSize } from './window-size.ts'

const DESKTOP = { widthPx: 1280, heightPx: 720 }

describe('the size of a challenge window', () => {
  it.each(Object.keys(CHALLENGE_WINDOW_SIZES))('%s is used as requested, where there is room', (code) => {
    expect(chooseWindowSize(code, DESKTOP)).toBe(code)
  })

  it.each([
    ['02', { widthPx: 390, heightPx: 664 }, '02'],
    ['02', { widthPx: 389, heightPx: 664 }, '05'],
    ['03', { widthPx: 390, heightPx: 664 }, '05'],
    ['01', { widthPx: 320, heightPx: 200 }, '05'],
    ['04', { widthPx: 844, heightPx: 333 }, '05'],
  ])('%s on a screen of %o is %s', (code, room, chosen) => {
    expect(chooseWindowSize(code, room)).toBe(chosen)
  })

  it.each(['', '06', '5', 'constructor'])('%j is an unknown code: the default', (code) => {
    expect(chooseWindowSize(code, DESKTOP)).toBe('02')
  })
})
