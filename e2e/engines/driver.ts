import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Command,
  DriverError,
  ELEMENT,
  type ElementReference,
  type Parameters,
  type Transport,
} from './commands.ts'
import { keyActions } from './keys.ts'

/** Errors that pass once a page or a frame has loaded. */
const PASSING = new Set([
  'no such element',
  'no such frame',
  'no such window',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
  'javascript error',
  'detached shadow root',
])

const PATIENCE_MS = 20_000
const LOOK_AGAIN_MS = 50

/** One window of a browser, driven like a person: it waits for elements, and keys go to the focused one. */
export class Driver {
  readonly #transport: Transport
  readonly #focusesFrames: boolean

  /** @param traits - `focusesFrames`: switching to a frame gives it the keyboard focus, which must be restored. */
  constructor(transport: Transport, { focusesFrames = false }: { readonly focusesFrames?: boolean } = {}) {
    this.#transport = transport
    this.#focusesFrames = focusesFrames
  }

  async go(url: string): Promise<void> {
    await this.#transport.send('go', { url })
  }

  async url(): Promise<string> {
    return String(await this.#transport.send('currentUrl', {}))
  }

  /** The innermost document of a chain of frames, each found in the one before. */
  frame(...selectors: readonly string[]): Place {
    return new Place(this, selectors)
  }

  find(selector: string, name?: string): Control {
    return this.frame().find(selector, name)
  }

  /** Presses keys, or types text, where the focus is: also in frames of other sites. */
  async press(...parts: readonly string[]): Promise<void> {
    await this.#switchToFocus()
    await this.pressHere(parts)
  }

  /** @internal Presses keys in the document that the driver is at. */
  async pressHere(parts: readonly string[]): Promise<void> {
    await this.#transport.send('performActions', {
      actions: [{ type: 'key', id: 'keyboard', actions: parts.flatMap(keyActions) }],
    })
  }

  /** Fills the clipboard as people do: no browser needs a permission for that. */
  async copy(text: string): Promise<void> {
    await this.frame().run((content: string) => {
      const source = document.body.appendChild(document.createElement('textarea'))
      source.id = 'copied'
      source.value = content
      source.select()
      source.focus()
    }, text)
    await this.press('Control+c')
    await this.frame().run(() => document.querySelector('#copied')?.remove())
  }

  /** Sizes the page itself, without what the browser's own window adds around it. */
  async resizePage(width: number, height: number): Promise<void> {
    await this.resizeWindow(width, height)
    const measure = () => this.frame().run(() => [innerWidth, innerHeight] as const)
    // The page receives the new size a moment later.
    await this.waitFor(`a window of ${width} × ${height}`, async () => {
      const [isWide, isHigh] = await measure()
      return isWide <= width && isHigh <= height
    })
    const [isWide, isHigh] = await measure()
    await this.resizeWindow(2 * width - isWide, 2 * height - isHigh)
    await this.waitFor(`a page of ${width} × ${height}`, async () => {
      const size = await this.frame().run(() => `${innerWidth} × ${innerHeight}`)
      return size === `${width} × ${height}`
    })
  }

  async resizeWindow(width: number, height: number): Promise<void> {
    await this.#transport.send('setWindowRect', { x: 0, y: 0, width, height })
  }

  /** @returns a PNG of what the window shows. Marionette would show the whole page. */
  async screenshot(): Promise<Buffer> {
    await this.switchTo([])
    return Buffer.from(String(await this.#transport.send('screenshot', { full: false })), 'base64')
  }

  close(): Promise<void> {
    return this.#transport.close()
  }

  /** Repeats a check until it succeeds. A check that fails because the page is not ready counts as no. */
  async waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
    await this.retry(what, async () => ((await isSo()) ? true : undefined))
  }

  /** @internal */
  async retry<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const giveUpAtMs = Date.now() + PATIENCE_MS
    for (let reason = ''; ; await sleep(LOOK_AGAIN_MS)) {
      try {
        const found = await attempt()
        if (found !== undefined) return found
      } catch (error) {
        if (!(error instanceof DriverError) || !PASSING.has(error.code)) throw error
        reason = `: ${error.message}`
      }
      if (Date.now() > giveUpAtMs) throw new Error(`waited ${PATIENCE_MS} ms for ${what}${reason}`)
    }
  }

  /** @internal */
  send(command: Command, parameters: Parameters): Promise<unknown> {
    return this.#transport.send(command, parameters)
  }

  /** @internal */
  execute(script: { toString(): string }, args: readonly unknown[]): Promise<unknown> {
    return this.#transport.send('executeScript', {
      script: `return (${script.toString()}).apply(null, arguments)`,
      args,
    })
  }

  /** @internal */
  async switchTo(frames: readonly string[]): Promise<void> {
    await this.#transport.send('switchToFrame', { id: null })
    for (const selector of frames) {
      const found = (await this.#transport.send('findElements', {
        using: 'css selector',
        value: selector,
      })) as readonly ElementReference[]
      if (!found[0]) throw new DriverError('no such frame', selector)
      await this.#transport.send('switchToFrame', { id: found[0] })
    }
  }

  /** Returns whether keys go to the document that such a chain of frames leads to. */
  async isAtFocus(frames: readonly string[]): Promise<boolean> {
    await this.switchTo([])
    for (const [depth, selector] of frames.entries()) {
      await this.switchTo(frames.slice(0, depth))
      const isActive = await this.execute(
        (frame: string) => document.activeElement?.matches(frame) ?? false,
        [selector],
      )
      if (!isActive) return false
    }
    return true
  }

  /** Drivers give keys to the document that they are at. */
  async #switchToFocus(): Promise<void> {
    await this.switchTo([])
    for (;;) {
      const focused = await this.execute(() => {
        let element = document.activeElement
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
        return element?.localName === 'iframe' ? element : null
      }, [])
      if (!focused) break
      await this.#transport.send('switchToFrame', { id: focused })
    }
    if (this.#focusesFrames) await this.execute(() => window.focus(), [])
  }
}

/** A document: the page, or one of its frames. */
export class Place {
  readonly driver: Driver
  readonly frames: readonly string[]

  constructor(driver: Driver, frames: readonly string[]) {
    this.driver = driver
    this.frames = frames
  }

  /** @param name - a part of its label, or of its text. */
  find(selector: string, name?: string): Control {
    return new Control(this, selector, name)
  }

  /** Runs a function in the document, with access only to its arguments and the document. */
  run<T, A extends readonly unknown[]>(script: (...args: A) => T, ...args: A): Promise<T> {
    return this.driver
      .retry(`${this.frames.join(' ')} to run a script`, async () => {
        await this.driver.switchTo(this.frames)
        return { result: (await this.driver.execute(script, args)) as T }
      })
      .then(({ result }) => result)
  }
}

/** A visible element of a page, located again each time. */
export class Control {
  readonly place: Place
  readonly #selector: string
  readonly #name: string | undefined

  constructor(place: Place, selector: string, name: string | undefined) {
    this.place = place
    this.#selector = selector
    this.#name = name
  }

  toString(): string {
    return [...this.place.frames, this.#selector, this.#name].filter(Boolean).join(' ')
  }

  async click(): Promise<void> {
    await this.#with((id) => this.place.driver.send('clickElement', { id }))
  }

  /**
   * Focuses it by a click and types. Like a person, it clicks again if the keyboard is elsewhere: between frames of several
   * processes, an earlier change of the focus may arrive after the click. Only its own document is asked: WebKit's outer
   * documents do not name a frame that a driver's click focused.
   */
  async type(...parts: readonly string[]): Promise<void> {
    await this.place.driver.waitFor(`the focus in ${this.toString()}`, async () => {
      await this.click()
      return this.run((element) => element === document.activeElement && document.hasFocus())
    })
    await this.place.driver.switchTo(this.place.frames)
    await this.place.driver.pressHere(parts)
  }

  /** Replaces its value. */
  async fill(text: string): Promise<void> {
    await this.type('Control+a', 'Backspace', text)
  }

  property(name: string): Promise<unknown> {
    return this.#with((id) => this.place.driver.send('elementProperty', { id, name }))
  }

  async value(): Promise<string> {
    return String(await this.property('value'))
  }

  async text(): Promise<string> {
    return String(await this.#with((id) => this.place.driver.send('elementText', { id })))
  }

  /** The value that the browser exposes to assistive technology. */
  async role(): Promise<string> {
    return String(await this.#with((id) => this.place.driver.send('elementRole', { id })))
  }

  /** The value that the browser exposes to assistive technology. */
  async label(): Promise<string> {
    return String(await this.#with((id) => this.place.driver.send('elementLabel', { id })))
  }

  /** Runs a function on the element. */
  run<T, A extends readonly unknown[]>(
    script: (element: HTMLInputElement, ...args: A) => T,
    ...args: A
  ): Promise<T> {
    return this.#with(async (id) => {
      const result = await this.place.driver.execute(script, [{ [ELEMENT]: id }, ...args])
      return result as T
    })
  }

  async isFocused(): Promise<boolean> {
    if (!(await this.place.driver.isAtFocus(this.place.frames))) return false
    return this.run((element) => element === document.activeElement)
  }

  async isThere(): Promise<boolean> {
    return (await this.#look().catch(() => null)) !== null
  }

  async waitUntilThere(): Promise<void> {
    await this.#with(async () => undefined)
  }

  async waitUntilGone(): Promise<void> {
    await this.place.driver.waitFor(`${String(this)} to go`, async () => !(await this.isThere()))
  }

  async #with<T>(work: (id: string) => Promise<T>): Promise<T> {
    const { result } = await this.place.driver.retry(String(this), async () => {
      const element = await this.#look()
      return element ? { result: await work(element[ELEMENT]) } : undefined
    })
    return result
  }

  async #look(): Promise<ElementReference | null> {
    await this.place.driver.switchTo(this.place.frames)
    const found = await this.place.driver.execute(findVisible, [this.#selector, this.#name ?? null])
    return found as ElementReference | null
  }
}

function findVisible(selector: string, name: string | null): Element | null {
  const tidy = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim()
  const isNamed = (element: Element) =>
    [element.ariaLabel, (element as HTMLInputElement).labels?.[0]?.textContent, element.textContent].some(
      (text) => name !== null && tidy(text)?.includes(name),
    )
  const shadows = Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot)
  for (const root of [document, ...shadows]) {
    for (const element of root?.querySelectorAll(selector) ?? []) {
      if (element.checkVisibility({ visibilityProperty: true }) && (name === null || isNamed(element)))
        return element
    }
  }
  return null
}
