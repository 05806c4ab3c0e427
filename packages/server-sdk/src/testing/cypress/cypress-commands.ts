/** The commands of Cypress that the hands give. The `cy` of every Cypress from 12 on has them. */
export interface CypressCommands {
  /** The document of the page under test, read again until the assertion holds. */
  document(options?: { readonly log?: boolean; readonly timeout?: number }): CypressDocument
  /** Makes an element the subject of a command. */
  wrap(element: HTMLElement, options?: { readonly log?: boolean }): CypressElement
}

/** The result of `cy.document()`. */
export interface CypressDocument {
  /** Repeats until the check no longer throws. */
  should(check: (page: Document) => void): CypressDocument
  /** Continues with the document. Commands inside the callback run before later ones. */
  then(act: (page: Document) => void): unknown
}

/** The result of `cy.wrap(element)`. */
export interface CypressElement {
  /** Presses the element. */
  click(): unknown
  /** Types key by key. */
  type(text: string): unknown
  /** Chooses a radio button or ticks a box. */
  check(): unknown
}
