import { expect, it } from 'vitest'

import { listFaults, readFaults } from './faults.ts'

it('reads percents as shares, and leaves out what is off', () => {
  const fields = { duplicate: '50', reorder: '0', drop: '100', delay: '60', seed: ' run 1 ' }
  expect(readFaults(fields)).toEqual({ duplicate: 0.5, drop: 1, delay_seconds: 60, seed: 'run 1' })
  expect(readFaults({ duplicate: '0', reorder: '', drop: '0', delay: '0', seed: ' ' })).toEqual({})
})

it('refuses a seed without a fault at its field', () => {
  const seedAlone = () => readFaults({ duplicate: '0', reorder: '', drop: '0', delay: '0', seed: 'run 1' })
  expect(seedAlone).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ property: 'seed' })] }),
  )
})

it('lists the faults that are on', () => {
  const off = { duplicate: 0, reorder: 0, drop: 0, delay_seconds: 0, seed: null }
  expect(listFaults(off)).toEqual([])
  expect(listFaults({ ...off, reorder: 0.256, delay_seconds: 5 })).toEqual([
    ['reorder', 26],
    ['delay', 5],
  ])
})
