import type { FieldState } from '../protocol/messages.ts'
import { presumeError, type FieldErrorCode } from '../validation/field-errors.ts'
import type { ComponentField } from './embedded-fields-api.ts'

export type ComponentFieldState = Omit<FieldState, 'field'> & { readonly field: ComponentField }

/** What is worth telling of a field that has changed. */
export interface FieldNews {
  readonly isChanged: boolean
  /** An error that the field shows now and did not show before. */
  readonly error: FieldErrorCode | null
}

/** The fields of a component, as its frame last told of them. */
export class FieldStates {
  readonly #names: readonly ComponentField[]
  readonly #states = new Map<ComponentField, ComponentFieldState>()

  constructor(names: readonly ComponentField[]) {
    this.#names = names
  }

  /** Forgets everything: another frame begins. @returns the fields that something had been typed into. */
  clear(): readonly ComponentField[] {
    const filled = this.#names.filter((name) => this.#states.get(name)?.empty === false)
    this.#states.clear()
    return filled
  }

  take(state: ComponentFieldState): FieldNews {
    const before = this.#states.get(state.field)
    this.#states.set(state.field, state)
    return {
      isChanged:
        (before?.empty ?? true) !== state.empty ||
        (before?.valid ?? false) !== state.valid ||
        (before?.brand ?? null) !== state.brand,
      error: before?.errorCode === state.errorCode ? null : state.errorCode,
    }
  }

  /** A field that nothing was heard of yet is not valid. */
  get invalid(): readonly ComponentField[] {
    return this.#names.filter((name) => !this.#states.get(name)?.valid)
  }

  /** What is wrong with a field that is not valid. The frame keeps to itself what it does not show yet. */
  errorOf(name: ComponentField): FieldErrorCode | 'validation_failed' {
    const state = this.#states.get(name)
    if (state?.errorCode) return state.errorCode
    return name === 'method' ? 'validation_failed' : presumeError(name, state?.empty ?? true)
  }
}
