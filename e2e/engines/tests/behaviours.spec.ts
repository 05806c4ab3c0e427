import { expect } from '@playwright/test'
import { BEHAVIOURS, fillByScript, readPart, readWithCaret, startAgain } from '../../models/behaviours.ts'
import type { Control } from '../driver.ts'
import type { Engine } from '../engines.ts'
import { test } from '../engines-test.ts'

for (const key of ['number', 'expiry', 'cvv'] as const) {
  for (const [title, action, leaves] of BEHAVIOURS[key]) {
    test(`${key}: ${title}`, async ({ driver, embedded, engine }) => {
      await embedded.open()
      const parts = action.map(readPart)
      // Copied before, because that takes the focus.
      for (const { text } of parts.filter(({ how }) => how === 'paste')) await driver.copy(text)
      const input = embedded.card[key]
      await input.click()
      await input.run(startAgain)
      for (const { how, text } of parts) {
        if (how === 'paste') await driver.press('Control+v')
        else if (how === 'keys') await press(engine, input, text)
        else await input.run(fillByScript, [text, how])
      }
      await expect.poll(() => (leaves.includes('|') ? input.run(readWithCaret) : input.value())).toBe(leaves)
    })
  }
}

async function press(engine: Engine, input: Control, keys: string): Promise<void> {
  // WebKitGTK has undo in no key, only in its menu.
  if (engine === 'webkit' && keys === 'Control+z') await input.run(() => document.execCommand('undo'))
  else await input.place.driver.press(keys)
}
