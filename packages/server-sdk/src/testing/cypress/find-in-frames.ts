import type { CypressCommands } from './cypress-commands.ts'

/** Cypress gives its commands to every file of a test as a global. */
declare const cy: CypressCommands

/** A bank or a provider may take long where a build machine computes; Cypress' own 4 s are for elements that are there. */
const PATIENCE_MS = 30_000

/** Selects one of the elements that match a selector. */
export interface Wanted {
  /** A selector of the element's container in the shop's page, if the page has several forms. */
  readonly within?: string | undefined
  /** A text that the element shows, or its label. */
  readonly text?: string
  /** Whether a hidden element will do. */
  readonly mayBeHidden?: boolean
}

/**
 * Waits until an element can be seen in the page or in one of the frames in it, of whatever origin, and then acts on it.
 * What `act` throws is no reason to wait; an assertion that may come true later belongs into `expectInFrames`.
 *
 * @param act - may give further commands of Cypress.
 */
export function actInFrames(
  selector: string,
  act: (element: HTMLElement, page: Document) => void,
  wanted: Wanted = {},
): void {
  cy.document({ log: false, timeout: PATIENCE_MS })
    .should((page) => void demand(page, selector, wanted))
    .then((page) => act(demand(page, selector, wanted), page))
}

/**
 * Waits until an element is visible in the page or one of its frames, and until the assertions about it hold.
 *
 * @param check - assertions, repeated until they hold or 30 s have passed.
 *
 * @example
 * ```ts
 * expectInFrames(CONTROLS.result, (result) => expect(result).to.have.text('Payment successful'))
 * ```
 */
export function expectInFrames(selector: string, check: (element: HTMLElement) => void = () => {}): void {
  cy.document({ log: false, timeout: PATIENCE_MS }).should((page) => check(demand(page, selector)))
}

/** The first element that is meant, the page's own before those of frames. */
export function seek(page: Document, selector: string, wanted: Wanted = {}): HTMLElement | undefined {
  const { within, text = '', mayBeHidden = false } = wanted
  const places = within === undefined ? [page] : [...page.querySelectorAll(within)]
  for (const root of places.flatMap(listRoots)) {
    const found = [...root.querySelectorAll<HTMLElement>(selector)].find(
      (element) => (mayBeHidden || element.checkVisibility()) && textAround(element).includes(text),
    )
    if (found) return found
  }
  return undefined
}

function demand(page: Document, selector: string, wanted?: Wanted): HTMLElement {
  const found = seek(page, selector, wanted)
  if (found) return found
  const closed = [...page.querySelectorAll('iframe')].some((frame) => frame.contentDocument === null)
  throw new Error(
    closed
      ? `no ${selector} yet. Frames of other origins cannot be read: set chromeWebSecurity: false and use Chromium`
      : `no ${selector} yet`,
  )
}

/** A button shows its own text, a field what its label or its way to pay says. */
const textAround = (element: HTMLElement): string =>
  (element.closest('button, label, .way') ?? element).textContent ?? ''

/** Returns the root with its open shadow roots and frames. Invisible frames are not for customers. */
function listRoots(place: ParentNode): readonly ParentNode[] {
  const inside = [...place.querySelectorAll('*')].flatMap((element) => {
    if (element.shadowRoot) return listRoots(element.shadowRoot)
    if (element.localName !== 'iframe' || element.getAttribute('aria-hidden') === 'true') return []
    const { contentDocument } = element as HTMLIFrameElement
    return contentDocument && element.checkVisibility() ? listRoots(contentDocument) : []
  })
  return [place, ...inside]
}
