import { ContextConsumer } from '@lit/context'
import { css, type CSSResultGroup, LitElement, type PropertyValues } from 'lit'

import { DESIGN } from '../design/design.ts'
import { portalContext, type PortalServices } from './portal-context.ts'

/** The base of every element of the portal: its styles, and access to the portal around it. */
export abstract class PortalElement extends LitElement {
  static override styles: CSSResultGroup = DESIGN

  readonly #services = new ContextConsumer(this, { context: portalContext, subscribe: true })

  /** Only while the element is connected. */
  get portal(): PortalServices {
    const { value } = this.#services
    if (value === undefined) throw new Error(`<${this.localName}> is outside of a portal`)
    return value
  }
}

/** An element that stacks sections: a page, or several sections of one. */
export abstract class PartElement extends PortalElement {
  static override styles: CSSResultGroup = [
    DESIGN,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
    `,
  ]
}

/**
 * A page. It begins with an `h1` of its own tree, which gets the focus when a person comes from another page: each update fires
 * `page-drawn`, because a heading may have to be loaded first.
 */
export abstract class PageElement extends PartElement {
  protected override updated(_changed: PropertyValues): void {
    this.dispatchEvent(new Event('page-drawn', { bubbles: true }))
  }
}
