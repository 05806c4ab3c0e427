import { describe, expect, it } from 'vitest'
import { chooseFollowers, type Follower, type Progress } from './choose-followers.ts'

const card = (progress: Progress): Follower => ({ progress, hasDialog: true })
const methods = (progress: Progress): Follower => ({ progress, hasDialog: false })

describe('a payment that runs', () => {
  it.each<[string, Follower[], number[]]>([
    ['one component alone goes on', [card('held')], [0]],
    ['one component alone watches what another tab pays', [card('elsewhere')], [0]],
    ['of all that remember the step the oldest goes on', [card('none'), card('held'), card('held')], [1]],
    ['who remembers the step goes before who does not', [card('elsewhere'), methods('held')], [1]],
    ['one dialog says that it runs', [card('elsewhere'), card('elsewhere'), methods('elsewhere')], [0, 2]],
    ['no component goes on where there is none', [card('none'), methods('none')], []],
    ['its component is left alone', [card('paying'), card('held')], []],
    ['a wallet is left alone', [methods('paying'), card('elsewhere')], []],
    ['its component is not waited for', [card('paying'), card('unknown')], []],
    ['what was the last of its session is not followed again', [card('over'), card('elsewhere')], []],
  ])('%s', (_, components, chosen) => {
    expect(chooseFollowers(components)?.map((component) => components.indexOf(component))).toEqual(chosen)
  })

  it('waits until every component has reported its state', () => {
    expect(chooseFollowers([card('held'), card('unknown')])).toBeNull()
  })
})
