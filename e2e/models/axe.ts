import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules of these tags that a colour scheme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const WHOLE_PAGE: axe.FrameContextObject = { include: [], exclude: [] }

/** A selector for every element that passes is a third of axe's work; the source of one that fails names it as well. */
const WITHOUT_SELECTORS = { selectors: false, resultTypes: ['violations'] } satisfies axe.RunOptions

/** A frame that fails four times has more than a page that gave way to the next. */
const MAX_TRIES = 4

/** Checks every frame of the page as well. */
export function expectNoViolations(page: Page): Promise<void> {
  return expectNothingFound(page, { runOnly: WCAG_TAGS })
}

/** Turns a page dark on which axe found nothing in the light: the elements are the same, the colours are others. */
export async function expectReadableInTheDark(page: Page): Promise<void> {
  // A colour during a transition would be evaluated in its intermediate state.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothingFound(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })
}

async function expectNothingFound(page: Page, rules: axe.RunOptions): Promise<void> {
  const options = { ...rules, ...WITHOUT_SELECTORS }
  const frame = page.mainFrame()
  await bringAxe(frame)
  const below = await lookBelow(frame, WHOLE_PAGE, options)
  const violations = await frame.evaluate(
    async ({ below, context, options }) => {
      const own = await window.axe.runPartial(context, options)
      const { violations } = await window.axe.finishRun([own, ...below], options)
      return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }))
    },
    { below, context: WHOLE_PAGE, options },
  )
  expect(violations).toEqual([])
}

/** Half of a look is to read axe: a document that has it keeps it. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE)
}

/** The findings of axe in nested frames, in its required order: those of a frame, then those of the frames in it. */
async function lookBelow(
  frame: Frame,
  context: axe.FrameContextObject,
  options: axe.RunOptions,
): Promise<axe.PartialResults> {
  const children = await frame.evaluate((context) => window.axe.utils.getFrameContexts(context), context)
  const notes: axe.PartialResults = []
  for (const { frameSelector, frameContext } of children) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe.utils.shadowSelect(selector),
      frameSelector,
    )
    const child = await element.asElement()?.contentFrame()
    notes.push(...(child ? await lookInto(child, frameContext, options) : [null]))
  }
  return notes
}

async function lookInto(
  frame: Frame,
  context: axe.FrameContextObject,
  options: axe.RunOptions,
  tries = MAX_TRIES,
): Promise<axe.PartialResults> {
  try {
    await bringAxe(frame)
    const own = await frame.evaluate(({ context, options }) => window.axe.runPartial(context, options), {
      context,
      options,
    })
    return [own, ...(await lookBelow(frame, context, options))]
  } catch (error) {
    // A bank's frame may go while it is looked into, or its page give way to the next.
    if (frame.isDetached()) return [null]
    if (tries === 1) throw error
    await frame.waitForLoadState()
    return lookInto(frame, context, options, tries - 1)
  }
}
