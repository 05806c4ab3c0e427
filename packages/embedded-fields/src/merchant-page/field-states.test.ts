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
  ...members,
})

describe('the fields of a component', () => {
  it('are not valid as long as nothing was heard of them', () => {
    const fields = new FieldStates(['number', 'cvv'])
    expect(fields.invalid).toEqual(['number', 'cvv'])
    fields.take(state('cvv', { empty: false, valid: true }))
    expect(fields.invalid).toEqual(['number'])
  })

  it('tell what a page can see of a change, and nothing of the focus', () => {
    const fields = new FieldStates(['number'])
    expect(fields.take(state('number', { focused: true })).isChanged).toBe(false)
    expect(fields.take(state('number', { empty: false })).isChanged).toBe(true)
    expect(fields.take(state('number', { empty: false, brand: 'VISA' })).isChanged).toBe(true)
    expect(fields.take(state('number', { empty: false, brand: 'VISA' })).isChanged).toBe(false)
  })

  it('tell an error once', () => {
    const fields = new FieldStates(['expiry'])
    const past = state('expiry', { empty: false, errorCode: 'expiry_past' })
    expect(fields.take(past).error).toBe('expiry_past')
    expect(fields.take(past).error).toBeNull()
    expect(fields.take(state('expiry', { empty: false })).error).toBeNull()
    expect(fields.take(past).error).toBe('expiry_past')
  })

  it('have an error even when their frame does not show it yet', () => {
    const fields = new FieldStates(['number', 'expiry', 'method'])
    fields.take(state('expiry', { empty: false }))
    expect(fields.errorOf('number')).toBe('number_required')
    expect(fields.errorOf('expiry')).toBe('expiry_incomplete')
    expect(fields.errorOf('method')).toBe('validation_failed')
  })

  it('are forgotten with their frame, and it is known what was lost', () => {
    const fields = new FieldStates(['number', 'expiry', 'cvv'])
    fields.take(state('number', { empty: false, valid: true }))
    fields.take(state('cvv'))
    expect(fields.clear()).toEqual(['number'])
    expect(fields.clear()).toEqual([])
    expect(fields.invalid).toEqual(['number', 'expiry', 'cvv'])
  })
})
