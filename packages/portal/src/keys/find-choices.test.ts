import { expect, it } from 'vitest'

import { type Choice, findChoices, type Group } from './find-choices.ts'

const choice = (group: Group, name: string, words = ''): Choice => ({
  group,
  name,
  hint: '',
  words,
  choose: () => undefined,
})

const KNOWN = [
  choice('pages', 'Payments'),
  choice('pages', 'Payment links'),
  choice('settings', 'Language and look', 'logo colors branding'),
  choice('actions', 'Show declined payments'),
  choice('documents', 'Handle 3-D Secure'),
  choice('documents', 'Refund a payment'),
]

const namesFor = (text: string, found: readonly Choice[] = []) =>
  findChoices(text, KNOWN, found).map(({ name }) => name)

it('offers pages and actions before anything is typed', () => {
  expect(namesFor('')).toEqual(['Payments', 'Payment links', 'Show declined payments'])
})

it('finds names by the beginnings of their words, and the best of a group first', () => {
  expect(namesFor('links')).toEqual(['Payment links'])
  expect(namesFor('3-d sec')).toEqual(['Handle 3-D Secure'])
  expect(namesFor('pay')).toEqual(['Payments', 'Payment links', 'Show declined payments', 'Refund a payment'])
})

it('finds a thing by its other names', () => {
  expect(namesFor('LOGO')).toEqual(['Language and look'])
})

it('finds nothing that lacks a word', () => {
  expect(namesFor('payment nowhere')).toEqual([])
})

it('shows payments last, in the gateway’s order, and six of a group at most', () => {
  const found = Array.from({ length: 9 }, (_, index) => choice('payments', `order-${index}`))
  expect(namesFor('look', found)).toEqual(['Language and look', ...found.slice(0, 6).map(({ name }) => name)])
})
