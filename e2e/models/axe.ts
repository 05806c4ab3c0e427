import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules of these tags that a colour scheme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Looks into every frame of the page as well. */
export function expectNoViolations(page: Page): Promise<void> {
  return expectNothingFound(new AxeBuilder({ page }).withTags(WCAG_TAGS))
}

/** Turns a page dark on which axe found nothing in the light: the elements are the same, the colours are others. */
export async function expectReadableInTheDark(page: Page): Promise<void> {
  // A colour that is still on its way to another would be judged as it is then.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothingFound(new AxeBuilder({ page }).withRules(COLOUR_RULES))
}

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }))).toEqual([])
}
