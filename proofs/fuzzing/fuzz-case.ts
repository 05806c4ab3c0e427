import { type Dice, throwDice } from '../../packages/gateway/test/dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type MutationName, MUTATION_NAMES, MUTATIONS } from './mutations.ts'

/** A request that goes wrong on purpose: what it begins with, and what is done to it. Everything follows from the seed. */
export interface FuzzCase {
  readonly seed: number
  readonly mutations: readonly { readonly name: MutationName; readonly seed: number }[]
}

/** Most requests go wrong in one way: several hide each other. */
const MUTATION_COUNTS = [0, 1, 1, 1, 1, 2, 2, 3, 5] as const

export function drawCase(seed: number): FuzzCase {
  const dice = throwDice(seed)
  return {
    seed,
    mutations: Array.from({ length: dice.pick(MUTATION_COUNTS) }, () => ({
      name: dice.pick(MUTATION_NAMES),
      seed: dice.whole(2 ** 31),
    })),
  }
}

/** @param base - draws the request that the case begins with. */
export async function buildRequest(
  { seed, mutations }: FuzzCase,
  base: (dice: Dice) => Promise<FuzzRequest>,
): Promise<FuzzRequest> {
  let request = await base(throwDice(seed ^ 0x5bd1e995))
  for (const { name, seed: own } of mutations) request = MUTATIONS[name](request, throwDice(own))
  return request
}

/** Leaves out every mutation that the failure does not need. */
export async function shrinkCase(
  failing: FuzzCase,
  isBroken: (smaller: FuzzCase) => Promise<boolean>,
): Promise<FuzzCase> {
  let smallest = failing
  for (let place = 0; place < smallest.mutations.length;) {
    const smaller = { ...smallest, mutations: smallest.mutations.toSpliced(place, 1) }
    if (await isBroken(smaller)) smallest = smaller
    else place += 1
  }
  return smallest
}
