/**
 * The commands of W3C WebDriver that the walks use: their HTTP form, which WebKitWebDriver and chromedriver answer, and
 * their name in Marionette, the protocol that Firefox itself speaks. `{…}` in a path is a parameter, which Marionette
 * takes under the same name.
 */
export const COMMANDS = {
  go: ['POST', '/url', 'WebDriver:Navigate'],
  currentUrl: ['GET', '/url', 'WebDriver:GetCurrentURL'],
  setWindowRect: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  switchToFrame: ['POST', '/frame', 'WebDriver:SwitchToFrame'],
  findElements: ['POST', '/elements', 'WebDriver:FindElements'],
  clickElement: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  elementText: ['GET', '/element/{id}/text', 'WebDriver:GetElementText'],
  elementProperty: ['GET', '/element/{id}/property/{name}', 'WebDriver:GetElementProperty'],
  elementRole: ['GET', '/element/{id}/computedrole', 'WebDriver:GetComputedRole'],
  elementLabel: ['GET', '/element/{id}/computedlabel', 'WebDriver:GetComputedLabel'],
  performActions: ['POST', '/actions', 'WebDriver:PerformActions'],
  executeScript: ['POST', '/execute/sync', 'WebDriver:ExecuteScript'],
  screenshot: ['GET', '/screenshot', 'WebDriver:TakeScreenshot'],
} as const

/** The member under which WebDriver passes elements. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** An element as a browser names it; scripts get the element itself. */
export type ElementReference = Readonly<Record<typeof ELEMENT, string>>

export type Command = keyof typeof COMMANDS

export type Parameters = Readonly<Record<string, unknown>>

/** Sends commands to a browser. */
export interface Transport {
  send(command: Command, parameters: Parameters): Promise<unknown>
  close(): Promise<void>
}

/** A refused command; `code` is one of WebDriver's error codes. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
