import { describe, expect, it } from 'vitest'

import { unfinished, VALID, wrong } from '../../validation/field-errors.ts'
import { errorToShow } from './field-view.ts'

const UNFINISHED = unfinished('cvv_incomplete')
const EMPTY = unfinished('cvv_required')
const WRONG = wrong('cvv_incomplete')

describe('errorToShow', () => {
  it.each([
    // While the shopper types, no error appears that the next digit may fix.
    ['input', UNFINISHED, null, null],
    ['input', WRONG, null, 'cvv_incomplete'],
    ['input', UNFINISHED, 'cvv_invalid', null],
    ['blur', UNFINISHED, null, 'cvv_incomplete'],
    ['blur', EMPTY, null, null],
    ['blur', EMPTY, 'cvv_required', 'cvv_required'],
    // An error of the service stays until the shopper types.
    ['blur', VALID, 'cvv_invalid', 'cvv_invalid'],
    ['context', UNFINISHED, null, null],
    ['context', UNFINISHED, 'cvv_incomplete', 'cvv_incomplete'],
    ['context', VALID, 'cvv_incomplete', null],
    ['reveal', EMPTY, null, 'cvv_required'],
    ['reveal', VALID, 'cvv_invalid', null],
  ] as const)('on %s with %o, after %s, is %s', (occasion, verdict, shown, expected) => {
    expect(errorToShow(occasion, verdict, { isEmpty: verdict === EMPTY, shown })).toBe(expected)
  })
})
