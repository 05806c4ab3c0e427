import type { Locator, Page } from '@playwright/test'

import { tabTo } from './keyboard.ts'

/** A way to operate a page. */
export interface Hands {
  /** Follows a link, presses a button, ticks a box. */
  press(goal: Locator): Promise<void>
  /** Replaces the value of a field, and leaves it. */
  write(goal: Locator, text: string): Promise<void>
  /** Takes the option of a list. */
  choose(goal: Locator, option: string): Promise<void>
}

/** Uses a mouse, and types. */
export function mouseHands(): Hands {
  return {
    press: (goal) => goal.click(),
    async write(goal, text) {
      await goal.click()
      await goal.fill(text)
      await goal.blur()
    },
    choose: async (goal, option) => void (await goal.selectOption(option)),
  }
}

/** Does what a screen reader does: acts on the accessibility tree, in which everything that is used needs a role and a name. */
export function treeHands(page: Page): Hands {
  const { keyboard } = page
  const focus = async (goal: Locator): Promise<void> => {
    await goal.waitFor()
    const { role, name } = await readNode(page, goal)
    if (name === '') throw new Error(`a ${role} has no name in the accessibility tree: ${String(goal)}`)
    await goal.focus()
  }
  return {
    async press(goal) {
      await focus(goal)
      await keyboard.press(
        (await goal.evaluate((node) => node.matches('[type=checkbox]'))) ? 'Space' : 'Enter',
      )
    },
    async write(goal, text) {
      await focus(goal)
      await keyboard.press('Control+a')
      await keyboard.insertText(text)
      await goal.blur()
    },
    async choose(goal, option) {
      await focus(goal)
      await keyboard.type(option)
    },
  }
}

interface TreeNode {
  readonly role: string
  readonly name: string
}

/** Reads an element's role and name from Chromium's accessibility tree. */
async function readNode(page: Page, goal: Locator): Promise<TreeNode> {
  const session = await page.context().newCDPSession(page)
  const mark = crypto.randomUUID()
  await goal.evaluate((node, key) => Object.assign(window, { [key]: node }), mark)
  const { result } = await session.send('Runtime.evaluate', { expression: `window[${JSON.stringify(mark)}]` })
  const found = result.objectId === undefined ? {} : { objectId: result.objectId }
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { ...found, fetchRelatives: false })
  await session.detach()
  const [node] = nodes
  if (!node || node.ignored) throw new Error(`not in the accessibility tree: ${String(goal)}`)
  return { role: String(node.role?.value), name: String(node.name?.value ?? '') }
}

/** Counts what hands do: each press, each field that is filled, each choice. */
export function countSteps(hands: Hands): Hands & { readonly steps: () => number } {
  let steps = 0
  return {
    steps: () => steps,
    press: (goal) => ((steps += 1), hands.press(goal)),
    write: (goal, text) => ((steps += 1), hands.write(goal, text)),
    choose: (goal, option) => ((steps += 1), hands.choose(goal, option)),
  }
}

/** Uses only the keyboard: Tab, Enter, Space and letters. */
export function keyboardHands(page: Page): Hands {
  const { keyboard } = page
  return {
    async press(goal) {
      await tabTo(page, goal)
      await keyboard.press(
        (await goal.evaluate((node) => node.matches('[type=checkbox]'))) ? 'Space' : 'Enter',
      )
    },
    async write(goal, text) {
      await tabTo(page, goal)
      await keyboard.press('Control+a')
      await keyboard.type(text)
      await keyboard.press('Tab')
    },
    async choose(goal, option) {
      await tabTo(page, goal)
      await keyboard.type(option)
    },
  }
}

/** Uses a finger, on a screen that scrolls. */
export function fingerHands(): Hands {
  return {
    press: (goal) => goal.tap(),
    async write(goal, text) {
      await goal.tap()
      await goal.fill(text)
      await goal.blur()
    },
    choose: async (goal, option) => void (await goal.selectOption(option)),
  }
}
