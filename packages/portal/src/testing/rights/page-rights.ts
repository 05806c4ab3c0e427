/** The right that a button requires; `null` if it changes nothing and sends no request that needs a right. */
export type Right = string | null

/** A button, or one with the buttons of the dialog that it opens. */
export type Button = Right | { readonly takes: Right; readonly opens: Readonly<Record<string, Right>> }

/** A page as a person reaches it, with what its entry in the navigation takes, and all of its buttons. */
export interface PageRights {
  /** Addresses that show it; the first is opened. */
  readonly addresses: readonly [string, ...string[]]
  /** Null for pages of everybody who is signed in. */
  readonly takes: Right
  /** A text that appears when the page is loaded. */
  readonly shows: string
  readonly prepare?: () => Promise<void>
  readonly buttons: Readonly<Record<string, Button>>
  /** Further buttons in the test environment. */
  readonly buttonsInTest?: Readonly<Record<string, Button>>
}

/** A dialog's buttons: to leave it, and those that do something. */
export function dialog(takes: Right, opens: Readonly<Record<string, Right>>): Button {
  return { takes, opens: { Cancel: null, ...opens } }
}
