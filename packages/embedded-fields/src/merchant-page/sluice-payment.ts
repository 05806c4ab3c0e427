const TAG = 'sluice-payment'

/**
 * The element around a frame, in the merchant's own tree. The frame is its light-DOM child: browsers do not fill frames
 * inside shadow roots.
 */
export interface SluicePayment extends HTMLElement {
  /** Called when the element has left the document: its frame is gone then, with everything in it. */
  onRemoved: () => void
}

export function createSluicePayment(): SluicePayment {
  // A page may load the script twice. Both copies then use the element of the first.
  if (!customElements.get(TAG)) customElements.define(TAG, makeElementClass())
  return document.createElement(TAG) as SluicePayment
}

/** Created on demand, so that the script can be evaluated without a DOM. */
function makeElementClass(): CustomElementConstructor {
  return class extends HTMLElement implements SluicePayment {
    onRemoved: () => void = () => undefined

    disconnectedCallback(): void {
      this.onRemoved()
    }

    /** If this callback exists, `moveBefore` calls neither of the two others, and the frame survives. */
    connectedMoveCallback(): void {
      return
    }
  }
}
