import { PaymentComponentError, invalidOption } from './payment-component-error.ts'
import { warn } from './warn.ts'

/** The place for a component that is shown inside an element. */
export interface Place {
  /** The parent, in the document itself and not in a shadow tree, if possible. */
  readonly parent: Element
  /** The name of the slot that shows it in the requested place; null if `parent` is that place. */
  readonly slotName: string | null
  /** Removes the slots again. */
  clear(): void
}

let slots = 0

/** @throws When not exactly one element is meant. {@link PaymentComponentError} */
export function findTarget(target: string | Element): Element {
  const [element, another] = typeof target === 'string' ? matchesOf(target) : [target]
  if (another) {
    throw new PaymentComponentError('element_ambiguous', `More than one element matches "${String(target)}"`)
  }
  if (element instanceof Element && element.isConnected) return element
  const wanted = typeof target === 'string' ? `matches "${target}"` : 'was given that is in the document'
  throw new PaymentComponentError('element_not_found', `No element ${wanted}; mount when the page has it`)
}

/**
 * Finds the place in the document that is seen inside an element. Browsers do not fill forms of frames inside shadow
 * trees, so an element inside one gets a slot, with another slot for each shadow tree around it, and the content is
 * placed outside of all of them.
 */
export function findPlace(target: Element): Place {
  if (hasManualSlots(target)) {
    warn('Autofill does not reach this payment form: its shadow tree has manual slots')
    return { parent: target, slotName: null, clear: () => undefined }
  }
  const added: Element[] = []
  let parent = target
  let slotName: string | null = null
  for (let root = parent.getRootNode(); root instanceof ShadowRoot; root = parent.getRootNode()) {
    const slot = document.createElement('slot')
    if (slotName !== null) slot.slot = slotName
    slotName = slot.name = `sluice-${(slots += 1)}`
    parent.append(slot)
    added.push(slot)
    parent = root.host
  }
  return { parent, slotName, clear: () => added.forEach((slot) => slot.remove()) }
}

/** Returns the form that contains an element, across the shadow trees around it. */
export function closestForm(element: Element): HTMLFormElement | null {
  const form = element.closest('form')
  const root = element.getRootNode()
  return form ?? (root instanceof ShadowRoot ? closestForm(root.host) : null)
}

function hasManualSlots(element: Element): boolean {
  const root = element.getRootNode()
  return root instanceof ShadowRoot && (root.slotAssignment === 'manual' || hasManualSlots(root.host))
}

function matchesOf(selector: string): readonly Element[] {
  try {
    return Array.from(document.querySelectorAll(selector))
  } catch {
    throw invalidOption('The selector', `one that CSS knows, "${selector}" is not`)
  }
}
