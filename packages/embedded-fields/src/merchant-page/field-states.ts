import type { FieldState } from '../protocol/messages.ts'
import type { ComponentField } from './embedded-fields-api.ts'

export type ComponentFieldState = Omit<FieldState, 'field'> & { readonly field: ComponentField }

export type FieldFault = NonNullable<FieldState['fault']>

/** The events of a changed field. */
export interface FieldNews {
  /** The shopper typed in it, or its validity, emptiness or brand changed. */
  readonly isChanged: boolean
  /** Whether it got or lost the focus; null for neither. */
  readonly focus: 'focus' | 'blur' | null
  /** An error that the field newly shows. */
  readonly error: FieldFault | null
}

/** The fields of a component, as its frame last reported them. */
export class FieldStates {
  readonly #names: readonly ComponentField[]
  readonly #states = new Map<ComponentField, ComponentFieldState>()

  constructor(names: readonly ComponentField[]) {
    this.#names = names
  }

  /** Resets all fields, because another frame begins. */
  clear(): readonly ComponentField[] {
    const filled = this.#names.filter((name) => this.#states.get(name)?.empty === false)
    this.#states.clear()
    return filled
  }

  take(state: ComponentFieldState): FieldNews {
    const before = this.#states.get(state.field)
    const { empty, valid, brand, focused, errorCode, fault } = state
    this.#states.set(state.field, state)
    return {
      isChanged:
        state.edited ||
        (before?.empty ?? true) !== empty ||
        (before?.valid ?? false) !== valid ||
        (before?.brand ?? null) !== brand,
      focus: (before?.focused ?? false) === focused ? null : focused ? 'focus' : 'blur',
      error: before?.errorCode === errorCode || fault?.code !== errorCode ? null : fault,
    }
  }

  /** A field without a report is invalid. */
  get invalid(): readonly ComponentField[] {
    return this.#names.filter((name) => !this.#states.get(name)?.valid)
  }

  /** Returns the problem of an invalid field; null before its first report. */
  faultOf(name: ComponentField): FieldFault | null {
    return this.#states.get(name)?.fault ?? null
  }
}
