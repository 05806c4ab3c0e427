import { describe, expect, it } from 'vitest'

import type { ComponentField } from './embedded-fields-api.ts'
import { FieldStates, type ComponentFieldState } from './field-states.ts'

const state = (field: ComponentField, members: Partial<ComponentFieldState> = {}): ComponentFieldState => ({
  field,
  empty: true,
  valid: false,
  potentiallyValid: true,
  focused: false,
  brand: null,
  errorCode: null,
  fault: null,
  edited: false,
  ...members,
})

describe('the fields of a component', () => {
  it('are invalid until their first report', () => {
    const fields = new FieldStates(['number', 'cvv'])
    expect(fields.invalid).toEqual(['number', 'cvv'])
    fields.take(state('cvv', { empty: false, valid: true }))
    expect(fields.invalid).toEqual(['number'])
  })

  it('distinguish every edit, every other change, and the focus', () => {
    const fields = new FieldStates(['number'])
    expect(fields.take(state('number', { focused: true }))).toMatchObject({
      isChanged: false,
      focus: 'focus',
    })
    expect(fields.take(state('number', { focused: true, edited: true }))).toMatchObject({
      isChanged: true,
      focus: null,
    })
    expect(fields.take(state('number'))).toMatchObject({ isChanged: false, focus: 'blur' })
    expect(fields.take(state('number', { empty: false })).isChanged).toBe(true)
    expect(fields.take(state('number', { empty: false, brand: 'VISA' })).isChanged).toBe(true)
    expect(fields.take(state('number', { empty: false, brand: 'VISA' })).isChanged).toBe(false)
  })

  it('report an error once', () => {
    const fields = new FieldStates(['expiry'])
    const fault = { code: 'expiry_past', message: 'This card has expired.' } as const
    const past = state('expiry', { empty: false, errorCode: 'expiry_past', fault })
    expect(fields.take(past).error).toEqual(fault)
    expect(fields.take(past).error).toBeNull()
    expect(fields.take(state('expiry', { empty: false, fault })).error).toBeNull()
    expect(fields.take(past).error).toEqual(fault)
  })

  it('have an error even when their frame does not show it yet', () => {
    const fields = new FieldStates(['number', 'expiry'])
    const fault = { code: 'expiry_incomplete', message: 'Enter month and year.' } as const
    fields.take(state('expiry', { empty: false, fault }))
    expect(fields.faultOf('number')).toBeNull()
    expect(fields.faultOf('expiry')).toEqual(fault)
  })

  it('are reset with their frame, which reports the lost input', () => {
    const fields = new FieldStates(['number', 'expiry', 'cvv'])
    fields.take(state('number', { empty: false, valid: true }))
    fields.take(state('cvv'))
    expect(fields.clear()).toEqual(['number'])
    expect(fields.clear()).toEqual([])
    expect(fields.invalid).toEqual(['number', 'expiry', 'cvv'])
  })
})
