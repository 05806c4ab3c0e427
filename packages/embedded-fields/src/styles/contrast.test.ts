import { describe, expect, it } from 'vitest'

import { contrastOf, parseColor, type Color } from './contrast.ts'

const WHITE: Color = [255, 255, 255, 1]

describe('contrastOf', () => {
  it.each<[Color, Color, number]>([
    [WHITE, [0, 0, 0, 1], 21],
    [[0, 0, 0, 1], WHITE, 21],
    [WHITE, WHITE, 1],
    // The grey that just passes on white.
    [[118, 118, 118, 1], WHITE, 4.54],
  ])('of %j and %j is %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
  })
})

describe('parseColor', () => {
  it.each([
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgba(1, 2, 3, 0.5)', [1, 2, 3, 0.5]],
    ['oklch(0.5 0.1 20)', null],
    ['', null],
  ])('reads %j', (text, color) => {
    expect(parseColor(text)).toEqual(color)
  })
})
