import { type Form, listAt } from '../http/form.ts'
import type { World } from '../world/world.ts'
import { badParameter } from './refusal.ts'

/** Replaces ids by whole objects, as the request demands. */
export function expandAnswer(world: World, answer: object, params: Form): object {
  const copy: object = structuredClone(answer)
  for (const path of listAt(params, 'expand')) expandAt(world, copy, path.split('.'), path)
  return copy
}

function expandAt(world: World, at: unknown, [name = '', ...rest]: readonly string[], whole: string): void {
  if (Array.isArray(at)) {
    for (const one of at) expandAt(world, one, [name, ...rest], whole)
    return
  }
  if (typeof at !== 'object' || at === null) return
  if (!(name in at)) throw badParameter('expand', `This property cannot be expanded (${whole}).`)
  const value: unknown = Reflect.get(at, name)
  const found = typeof value === 'string' ? findById(world, value) : value
  if (typeof value === 'string' && !found)
    throw badParameter('expand', `This property cannot be expanded (${whole}).`)
  const copy: unknown = structuredClone(found)
  Reflect.set(at, name, copy)
  if (rest.length > 0) expandAt(world, copy, rest, whole)
}

function findById(world: World, id: string): object | undefined {
  for (const store of [
    world.intents,
    world.charges,
    world.refunds,
    world.methods,
    world.customers,
    world.balances,
    world.setups,
    world.disputes,
  ])
    if (store.has(id)) return store.get(id)
  return undefined
}
