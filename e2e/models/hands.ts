import type { Locator, Page } from '@playwright/test'

import { tabTo } from './keyboard.ts'

/** How a person works at a page. */
export interface Hands {
  /** Follows a link, presses a button, ticks a box. */
  press(goal: Locator): Promise<void>
  /** Replaces the value of a field, and leaves it. */
  write(goal: Locator, text: string): Promise<void>
  /** Takes the option of a list. */
  choose(goal: Locator, option: string): Promise<void>
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
