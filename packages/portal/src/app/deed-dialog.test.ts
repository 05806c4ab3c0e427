import { html } from 'lit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Refusal } from './ask.ts'
import { DeedDialog } from './deed-dialog.ts'
import type { Frame } from './page.ts'

/** As much of a dialog's element as is used. */
const element = {
  open: false,
  firstElementChild: {} as object | null,
  showModal() {
    this.open = true
  },
  close() {
    this.open = false
  },
}

beforeEach(() => {
  Object.assign(element, { open: false, firstElementChild: {} })
  vi.stubGlobal('document', { querySelector: () => element })
})
afterEach(() => void vi.unstubAllGlobals())

/** A dialog, and the key that its form has when the page is drawn. */
function openDialog() {
  const drawn = { key: '' }
  const frame = {
    redraw: () => void dialog.view(),
    explain: (error: unknown) => String(error),
  } as unknown as Frame
  const dialog = new DeedDialog<string>(frame, 'deed', (_, { key }) => {
    drawn.key = key
    return html``
  })
  dialog.open('create')
  return { dialog, drawn }
}

it.each([
  ['unavailable', true],
  ['under-way', true],
  ['conflict', false],
  ['invalid', false],
] as const)('after %s the next try is the same request: %s', async (kind, isSame) => {
  const { dialog, drawn } = openDialog()
  const first = drawn.key
  await dialog.do(() => Promise.reject(new Refusal(kind)))
  expect(drawn.key === first).toBe(isSame)
})

it('a secret that comes after the dialog was closed opens the dialog again', () => {
  const { dialog } = openDialog()
  element.close()
  dialog.show('secret')
  expect(element.open).toBe(true)
})

it('a secret that comes after the page was left opens no empty dialog of another', () => {
  const { dialog } = openDialog()
  element.close()
  element.firstElementChild = null
  dialog.show('secret')
  expect(element.open).toBe(false)
})
